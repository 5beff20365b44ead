// What docs/reference says about each operation, for the OpenAPI document: a description, and an example of
// the response.
#pragma once

#include <string_view>
#include <vector>

#include "wire/json_writer.h"

namespace callboard::edge {

struct OperationText {
    std::string_view operation;
    std::string_view description;  // Markdown
    std::string_view language;     // of the example: json, csv …; empty when there is none
    std::string_view example;
};

// The sections of one page: "## operationId", the description, and at most one fenced block at the end.
// Throws std::logic_error when a section is anything else.
std::vector<OperationText> read_operation_texts(std::string_view page);

// Of all pages of docs/reference. Null: nothing is written about the operation.
const OperationText* find_operation_text(std::string_view operation);

// The member "example" with what the text has, if it has one.
void write_example(wire::JsonWriter& out, const OperationText& text);

}  // namespace callboard::edge
