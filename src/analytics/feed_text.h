// Formats the rows of a feed piece by piece: {"content":[…]} with an object for each row, or CSV with a line
// for each.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "analytics/date_pattern.h"
#include "reports/table.h"

namespace callboard::analytics {

enum class FeedFormat { json, csv };

class FeedText {
  public:
    FeedText(FeedFormat format, std::span<const reports::Column> columns, DatePattern dates);

    // Each appends the next part to `out`.
    void begin(std::string& out);
    void row(std::string& out, std::span<const reports::Cell> cells);
    void end(std::string& out);

  private:
    reports::Cell shown(std::size_t column, const reports::Cell& cell);  // formats dates

    const FeedFormat format_;
    const std::span<const reports::Column> columns_;
    const DatePattern dates_;
    bool first_ = true;
    std::string date_;  // the last formatted date; a member so that its memory is reused
};

}  // namespace callboard::analytics
