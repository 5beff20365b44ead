// A cache of results that take long to compute, for a minute. Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/clock.h"

namespace callboard::db {

class ResultCache {
  public:
    std::optional<std::string> find(const std::string& key, Timestamp now);
    void keep(const std::string& key, std::string result, Timestamp now);

  private:
    static constexpr std::int64_t kLifetimeMs = 60'000;
    static constexpr std::size_t kMost = 1'000;

    struct Result {
        std::string text;
        Timestamp made_at;
    };

    std::mutex mutex_;
    std::unordered_map<std::string, Result> results_;
};

}  // namespace callboard::db
