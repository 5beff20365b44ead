#include "cli/progress_bar.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace callboard::cli {
namespace {

constexpr std::int64_t kWidth = 30;
constexpr std::chrono::milliseconds kRedrawInterval{100};

std::string with_commas(std::int64_t number) {
    std::string digits = std::to_string(number);
    for (auto at = std::ssize(digits) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string size_of(std::int64_t bytes) {
    constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB"};
    auto size = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; size >= 1000 && unit + 1 < kUnits.size(); ++unit) size /= 1000;
    return fmt::format("{:.{}f} {}", size, unit == 0 ? 0 : 1, kUnits.at(unit));
}

std::string amount(ProgressUnit unit, std::int64_t of_it) {
    return unit == ProgressUnit::bytes ? size_of(of_it) : with_commas(of_it) + " rows";
}

// The completed part, in units of 1 / `pieces`.
std::int64_t share(const Progress& progress, std::int64_t pieces) {
    if (progress.total <= 0) return pieces;
    const double done = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    return std::clamp(static_cast<std::int64_t>(done * static_cast<double>(pieces)), std::int64_t{0}, pieces);
}

}  // namespace

std::string progress_line(const Progress& progress) {
    const std::int64_t filled = share(progress, kWidth);
    std::string line = fmt::format("[{:#<{}}{:.<{}}] {:3} %  {}", "", filled, "", kWidth - filled,
                                   share(progress, 100), amount(progress.unit, progress.done));
    if (progress.took.count() > 0) {
        const double speed = static_cast<double>(progress.done) / progress.took.count();
        line += fmt::format("  {}/s", amount(progress.unit, static_cast<std::int64_t>(speed)));
    }
    return line;
}

ProgressBar::ProgressBar(ProgressUnit unit, const Stopwatch& stopwatch)
    : unit_(unit), stopwatch_(stopwatch), is_seen_(isatty(STDERR_FILENO) == 1), begun_(stopwatch.now()) {}

ProgressBar::~ProgressBar() {
    if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(std::int64_t done, std::int64_t total) {
    if (!is_seen_) return;
    const auto now = stopwatch_.now();
    if (drawn_ && now - *drawn_ < kRedrawInterval && done < total) return;
    drawn_ = now;
    fmt::print(stderr, "\r{}\x1b[K",
               progress_line({.unit = unit_, .done = done, .total = total, .took = now - begun_}));
    std::fflush(stderr);
}

}  // namespace callboard::cli
