#include "support/documents.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace callboard::test {
namespace {

constexpr std::string_view kFence = "```";
constexpr std::string_view kMark = "<!-- not run:";

// Whether the line excludes the next block from running.
bool is_mark(const std::string& line) {
    if (!line.starts_with(kMark)) return false;
    const auto end = line.rfind("-->");
    const bool has_reason = end != std::string::npos && end > kMark.size() + 2;
    if (!has_reason) throw std::runtime_error("a mark without a reason: " + line);
    return true;
}

}  // namespace

std::vector<std::string> documents() {
    const std::filesystem::path project{CALLBOARD_SOURCE};
    std::vector<std::string> all{"README.md"};
    for (const auto& entry : std::filesystem::recursive_directory_iterator{project / "docs"})
        if (entry.path().extension() == ".md") all.push_back(relative(entry.path(), project).string());
    std::ranges::sort(all);
    return all;
}

std::string document_text(const std::string& document) {
    std::ostringstream text;
    text << std::ifstream{std::filesystem::path{CALLBOARD_SOURCE} / document}.rdbuf();
    return text.str();
}

std::vector<CodeBlock> code_blocks(const std::string& markdown) {
    std::vector<CodeBlock> blocks;
    std::istringstream lines{markdown};
    std::optional<CodeBlock> open;
    bool marked = false;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const bool is_fence = line.starts_with(kFence);
        if (open && is_fence) {
            blocks.push_back(std::move(*open));
            open.reset();
        } else if (open) {
            open->text += line + "\n";
        } else if (is_fence) {
            open = CodeBlock{
                .line = number, .language = line.substr(kFence.size()), .text = {}, .runs = !marked};
            marked = false;
        } else {
            if (marked)
                throw std::runtime_error("a mark without a block: line " + std::to_string(number - 1));
            marked = is_mark(line);
        }
    }
    if (open) throw std::runtime_error("a block without an end: line " + std::to_string(open->line));
    return blocks;
}

}  // namespace callboard::test
