// Waits for what another thread, process or server does.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace callboard::test {

// Far more than anything takes, also with sanitizers on a busy machine: only what is broken waits so long.
inline constexpr std::chrono::seconds kLongestWait{60};

// Whether the condition becomes true.
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
