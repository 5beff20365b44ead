// A strict CSV reader (RFC 4180): lines end in CR LF, quotes only around a cell or doubled inside one, and
// all lines have the same number of cells.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace callboard::test {

using CsvRow = std::vector<std::string>;

struct CsvTable {
    CsvRow header;
    std::vector<CsvRow> rows;        // without the header
    std::vector<std::string> lines;  // unparsed, without line ends

    // All values of a column, by its header.
    std::vector<std::string> column(const std::string& name) const {
        const auto found = std::ranges::find(header, name);
        if (found == header.end()) throw std::runtime_error("there is no column " + name);
        std::vector<std::string> values;
        for (const CsvRow& row : rows)
            values.push_back(row.at(static_cast<std::size_t>(found - header.begin())));
        return values;
    }
};

class CsvReader {
  public:
    explicit CsvReader(std::string_view text) : text_(text) {}

    CsvTable read() {
        CsvTable table;
        if (text_.starts_with("\xEF\xBB\xBF")) fail("there is a byte order mark");
        table.header = line();
        while (at_ < text_.size()) {
            const std::size_t begin = at_;
            table.rows.push_back(line());
            table.lines.emplace_back(text_.substr(begin, at_ - begin - 2));
            if (table.rows.back().size() != table.header.size()) fail("a line has more or fewer cells");
        }
        return table;
    }

  private:
    CsvRow line() {
        CsvRow cells{cell()};
        while (takes(",")) cells.push_back(cell());
        if (!takes("\r\n")) fail("a line does not end in CR LF");
        return cells;
    }
    std::string cell() { return takes("\"") ? quoted() : plain(); }
    std::string quoted() {
        std::string value;
        while (at_ < text_.size()) {
            if (takes("\"\"")) {
                value += '"';
            } else if (takes("\"")) {
                return value;
            } else {
                value += text_[at_++];
            }
        }
        fail("a quotation has no end");
    }
    std::string plain() {
        const std::size_t end = std::min(text_.find_first_of(",\r\n\"", at_), text_.size());
        const std::size_t begin = at_;
        at_ = end;
        return std::string{text_.substr(begin, end - begin)};
    }
    bool takes(std::string_view next) {
        if (!text_.substr(at_).starts_with(next)) return false;
        at_ += next.size();
        return true;
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error("no CSV: " + what + " at byte " + std::to_string(at_) + " of " +
                                 std::string{text_.substr(0, 2000)});
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

inline CsvTable csv(std::string_view text) {
    return CsvReader{text}.read();
}

// The expected line for these cell values.
inline std::string csv_line(const CsvRow& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += ',';
        if (cells[i].find_first_of(",\r\n\"") == std::string::npos) {
            line += cells[i];
            continue;
        }
        line += '"';
        for (const char c : cells[i]) line.append(c == '"' ? 2 : 1, c);
        line += '"';
    }
    return line;
}

}  // namespace callboard::test
