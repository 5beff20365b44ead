// A progress bar on standard error; silent unless it is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"

namespace callboard::cli {

enum class ProgressUnit { rows, bytes };

struct Progress {
    ProgressUnit unit{};
    std::int64_t done = 0;
    std::int64_t total = 0;
    std::chrono::duration<double> took{};
};

// [#########.....................]  30 %  1,234,567 rows  45,210 rows/s
std::string progress_line(const Progress& progress);

class ProgressBar {
  public:
    ProgressBar(ProgressUnit unit, const Stopwatch& stopwatch);
    ~ProgressBar();  // erases the line

    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    bool is_seen() const { return is_seen_; }

    // Redraws, at a limited rate.
    void show(std::int64_t done, std::int64_t total);

  private:
    const ProgressUnit unit_;
    const Stopwatch& stopwatch_;
    const bool is_seen_;
    const Stopwatch::Instant begun_;
    std::optional<Stopwatch::Instant> drawn_;
};

}  // namespace callboard::cli
