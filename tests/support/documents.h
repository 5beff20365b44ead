// The documents of the project: README.md and docs/, and the blocks of code in them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace callboard::test {

struct CodeBlock {
    int line = 0;          // of its opening fence
    std::string language;  // what is behind the fence
    std::string text;
    bool runs = true;  // not, when the line before it is <!-- not run: REASON -->
};

// All Markdown files, relative to the folder of the project, sorted.
std::vector<std::string> documents();

std::string document_text(const std::string& document);

// Throws when a block has no end, or a mark has no reason or no block behind it.
std::vector<CodeBlock> code_blocks(const std::string& markdown);

}  // namespace callboard::test
