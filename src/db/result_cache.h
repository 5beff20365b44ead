// A cache of results that take long to compute, for a minute. Bounded in number and size. Thread-safe.
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
    static constexpr std::size_t kMostBytes = std::size_t{16} * 1024 * 1024;
    static constexpr std::size_t kMostBytesOfOne = kMostBytes / 16;

    struct Result {
        std::string text;
        Timestamp made_at;
    };

    std::mutex mutex_;
    std::unordered_map<std::string, Result> results_;
    std::size_t bytes_ = 0;  // of all that were put in since it was empty
};

}  // namespace callboard::db
