// Lines of comma-separated values (RFC 4180). An absent value is an empty cell; an empty string is "".
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
    void text(std::string_view value);   // untrusted: quoted if needed, and protected against CSV injection
    void plain(std::string_view value);  // needs neither: numbers, dates, ids
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
