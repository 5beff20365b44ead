// The texts of docs/reference about each operation, for the OpenAPI document: a description and an example
// response.
#pragma once

#include <string_view>
#include <vector>

#include "wire/json_writer.h"

namespace callboard::edge {

struct OperationText {
    std::string_view operation;
    std::string_view description;  // Markdown
    std::string_view language;     // of the example: json, csv …; empty: no example
    std::string_view example;
};

// Parses the sections of one page: "## operationId", the description, and at most one fenced code block at
// the end. Throws std::logic_error for any other structure.
std::vector<OperationText> read_operation_texts(std::string_view page);

// Searches all pages of docs/reference. Null if the operation has no section.
const OperationText* find_operation_text(std::string_view operation);

// Writes the member "example", if the text has one.
void write_example(wire::JsonWriter& out, const OperationText& text);

}  // namespace callboard::edge
