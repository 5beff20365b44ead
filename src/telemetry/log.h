// Structured logging to standard error, one line per event, as key=value text or JSON. Lines contain ids,
// never bodies, queries or secrets. They are buffered for up to 100 ms; warnings and errors are flushed at
// once. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

namespace spdlog {
class logger;  // NOLINT(readability-identifier-naming)
}

namespace callboard::telemetry {

enum class Level { debug, info, warn, error, off };
enum class LogFormat { text, json };

struct LogField {
    std::string_view key;
    std::variant<std::string_view, std::int64_t> value;
};

class Log {
  public:
    Log(Level least, LogFormat format);
    ~Log();

    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    bool wants(Level level) const { return level >= least_.load(std::memory_order_relaxed); }
    void set_level(Level least) { least_.store(least, std::memory_order_relaxed); }

    // `event` is a name in snake_case, to search for.
    void write(Level level, std::string_view event, std::span<const LogField> fields) const;
    void write(Level level, std::string_view event, std::initializer_list<LogField> fields) const {
        write(level, event, std::span{fields.begin(), fields.size()});
    }

    void flush() const;

  private:
    std::atomic<Level> least_;
    LogFormat format_;
    std::unique_ptr<spdlog::logger> logger_;
};

}  // namespace callboard::telemetry
