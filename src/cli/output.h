// The output of a command: text, or with --json one JSON object. Diagnostics go to standard error.
#pragma once

#include <string>
#include <vector>

#include "cli/value.h"

namespace callboard::cli {

class Output {
  public:
    explicit Output(const bool& json) : json_(json) {}

    void result(const Fields& fields, const std::string& text) const;

    // An aligned table on a terminal, tab-separated lines otherwise (cli/table.h), or {"items": [...]}.
    void list(const std::vector<Fields>& items, const std::string& text_if_none) const;

  private:
    const bool& json_;  // set when the command line is parsed
};

// Control characters, which others may have put into a text to change the terminal, become question marks.
std::string without_escapes(std::string text);

// {"error": {"message": ...}}
void print_json_error(const std::string& message);

}  // namespace callboard::cli
