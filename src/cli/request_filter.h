// Which requests `callboard tail` shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/json.h"

namespace callboard::cli {

// 429, or 4xx for all of its class.
class StatusFilter {
  public:
    // Throws UsageError if it is neither.
    explicit StatusFilter(const std::string& text);
    bool accepts(std::int64_t status) const { return status >= first_ && status <= last_; }

  private:
    std::int64_t first_;
    std::int64_t last_;
};

struct RequestFilter {
    std::optional<std::string> company;  // ids
    std::optional<std::string> user;
    std::optional<std::string> application;
    std::optional<std::string> operation;
    std::vector<StatusFilter> statuses;  // any of them; empty: all
    std::optional<double> slower_than;   // milliseconds

    // `request` is an object of edge/tail_line.h.
    bool accepts(const wire::JsonValue& request) const;
};

}  // namespace callboard::cli
