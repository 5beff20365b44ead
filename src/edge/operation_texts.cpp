#include "edge/operation_texts.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "base/embedded.h"

namespace callboard::edge {
namespace {

constexpr std::string_view kHeading = "## ";
constexpr std::string_view kFence = "```";

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \n") + 1 - begin);
}

// Removes the first line from the text and returns it.
std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

void expect(bool good, std::string_view operation, const char* problem) {
    if (!good) throw std::logic_error("docs/reference: " + std::string{operation} + ": " + problem);
}

// Parses the text between two headings.
OperationText read_section(std::string_view operation, std::string_view text) {
    OperationText section{.operation = operation, .description = {}, .language = {}, .example = {}};
    const auto fence = text.find("\n```");
    section.description = trimmed(text.substr(0, fence));
    expect(!section.description.empty(), operation, "has no description");
    if (fence == std::string_view::npos) return section;

    std::string_view rest = text.substr(fence + 1);
    section.language = take_line(rest).substr(kFence.size());
    expect(!section.language.empty(), operation, "has a block without a language");
    const auto end = rest.find("\n```\n");
    expect(end != std::string_view::npos, operation, "has a block without an end");
    section.example = rest.substr(0, end);
    expect(trimmed(rest.substr(end + kFence.size() + 2)).empty(), operation, "goes on after its block");
    return section;
}

// JSON without insignificant white space.
std::string compact(std::string_view json) {
    std::string text;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (!in_string && (c == ' ' || c == '\n')) continue;
        text += c;
        if (c == '"') in_string = !in_string;
        if (c == '\\' && i + 1 < json.size()) text += json[++i];  // the escaped character
    }
    return text;
}

}  // namespace

std::vector<OperationText> read_operation_texts(std::string_view page) {
    std::vector<OperationText> sections;
    std::string_view operation;
    const char* begin = nullptr;  // the text of that operation
    const auto finish = [&](const char* end) {
        if (begin) sections.push_back(read_section(operation, {begin, end}));
    };
    bool in_block = false;
    for (std::string_view rest = page; !rest.empty();) {
        const std::string_view line = take_line(rest);
        if (line.starts_with(kFence)) in_block = !in_block;
        if (in_block || !line.starts_with(kHeading)) continue;
        finish(line.data());
        operation = line.substr(kHeading.size());
        begin = rest.data();
    }
    finish(page.data() + page.size());
    return sections;
}

const OperationText* find_operation_text(std::string_view operation) {
    static const auto kTexts = [] {
        std::map<std::string_view, OperationText> texts;
        for (const EmbeddedFile& page : reference_files())
            for (const OperationText& text : read_operation_texts(page.text))
                expect(texts.emplace(text.operation, text).second, text.operation, "stands there twice");
        return texts;
    }();
    const auto found = kTexts.find(operation);
    return found == kTexts.end() ? nullptr : &found->second;
}

void write_example(wire::JsonWriter& out, const OperationText& text) {
    if (text.language.empty()) return;
    out.key("example");
    if (text.language == "json") {
        out.raw(compact(text.example));
    } else {
        out.text(text.example);
    }
}

}  // namespace callboard::edge
