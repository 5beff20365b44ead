// Lines of comma-separated values (RFC 4180), as spreadsheets and programs read them. What is absent is
// nothing at all; an empty text is "".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace callboard::wire {

class CsvWriter {
  public:
    explicit CsvWriter(std::string& out) : out_(out) {}

    // The next cell of the line.
    void absent() { begin_cell(); }
    void text(std::string_view value);   // somebody's words: a spreadsheet must not take them for a formula
    void plain(std::string_view value);  // ours: numbers, dates, ids
    void number(std::int64_t value);

    void end_line();

  private:
    void begin_cell() {
        if (!first_) out_ += ',';
        first_ = false;
    }

    std::string& out_;
    bool first_ = true;
};

}  // namespace callboard::wire
