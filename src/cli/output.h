// What a command prints: text for people, or with --json one object for programs. Diagnostics go elsewhere,
// to standard error.
#pragma once

#include <string>
#include <vector>

#include "cli/value.h"

namespace callboard::cli {

class Output {
  public:
    explicit Output(const bool& json) : json_(json) {}

    void result(const Fields& fields, const std::string& text) const;

    // An aligned table in a terminal, lines with tabs elsewhere (cli/table.h), or {"items": [...]}.
    void list(const std::vector<Fields>& items, const std::string& text_if_none) const;

  private:
    const bool& json_;  // set when the command line has been read
};

// {"error": {"message": ...}}
void print_json_error(const std::string& message);

}  // namespace callboard::cli
