// Rows that are kept until their snapshot has ended: nobody waits for a file or a client while it is open,
// and if it fails, they are read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reports/table.h"

namespace callboard::reports {

class RowBuffer {
  public:
    explicit RowBuffer(std::size_t columns) : row_(columns) {}

    void clear() {
        text_.clear();
        cells_.clear();
        rows_ = 0;
    }

    void add(std::span<const Cell> row) {
        for (const Cell& cell : row) {
            cells_.push_back({.begin = text_.size(),
                              .number = cell.number,
                              .length = static_cast<std::uint32_t>(cell.text.size()),
                              .is_absent = cell.is_absent});
            text_ += cell.text;
        }
        ++rows_;
    }

    void visit(VisitRow visit) {
        auto kept = cells_.begin();
        for (std::size_t i = 0; i < rows_; ++i) {
            for (Cell& cell : row_) {
                cell = {.is_absent = kept->is_absent,
                        .text = std::string_view{text_}.substr(kept->begin, kept->length),
                        .number = kept->number};
                ++kept;
            }
            visit(row_);
        }
    }

  private:
    struct Kept {
        std::size_t begin;
        std::int64_t number;
        std::uint32_t length;
        bool is_absent;
    };

    std::string text_;
    std::vector<Kept> cells_;
    std::size_t rows_ = 0;
    std::vector<Cell> row_;
};

}  // namespace callboard::reports
