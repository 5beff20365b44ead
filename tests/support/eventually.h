// Waits for other threads, processes or servers.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace callboard::test {

// Long enough for sanitizers on a slow and busy machine: only a failing test waits this long.
inline constexpr std::chrono::seconds kLongestWait{120};

// Polls until the condition is true; returns false after the timeout.
inline bool eventually(const std::function<bool()>& condition,
                       std::chrono::milliseconds at_most = kLongestWait) {
    const auto end = std::chrono::steady_clock::now() + at_most;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return true;
}

}  // namespace callboard::test
