// For operations that are retried often: a failure is logged once, not for each attempt. Thread-safe.
#pragma once

#include <exception>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/failure.h"
#include "telemetry/log.h"

namespace callboard::work {

class FailureLog {
  public:
    FailureLog(const telemetry::Log& log, std::string_view queue) : log_(log), queue_(queue) {}

    // Returns false if it failed. `event` is the name of the log event; it and the name of the queue must be
    // constants. `row` is the first one that failed, if it is about a row.
    template <class What>
    bool attempt(std::string_view event, What what) {
        return attempt(event, {}, what);
    }
    template <class What>
    bool attempt(std::string_view event, std::string_view row, What what) {
        try {
            what();
            const std::lock_guard lock{mutex_};
            failing_.erase(event);
            return true;
        } catch (const std::exception&) {
            if (is_new(event)) log(event, row, reason_of_current_failure());
            return false;
        }
    }

  private:
    bool is_new(std::string_view event) {
        const std::lock_guard lock{mutex_};
        return failing_.insert(event).second;
    }

    void log(std::string_view event, std::string_view row, const std::string& reason) const {
        if (row.empty())
            return log_.write(telemetry::Level::warn, event, {{"queue", queue_}, {"reason", reason}});
        log_.write(telemetry::Level::warn, event, {{"queue", queue_}, {"row", row}, {"reason", reason}});
    }

    const telemetry::Log& log_;
    const std::string_view queue_;
    std::mutex mutex_;
    std::set<std::string_view> failing_;  // in the last attempt
};

}  // namespace callboard::work
