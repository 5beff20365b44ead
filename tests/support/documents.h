// The project's documents, README.md and docs/, and their code blocks.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace callboard::test {

struct CodeBlock {
    int line = 0;          // of its opening fence
    std::string language;  // info string of the fence
    std::string text;
    bool runs = true;  // false after a line <!-- not run: REASON -->
};

// All Markdown files, relative to the project folder, sorted.
std::vector<std::string> documents();

std::string document_text(const std::string& document);

// Throws if a block is not closed, or a mark has no reason or no following block.
std::vector<CodeBlock> code_blocks(const std::string& markdown);

}  // namespace callboard::test
