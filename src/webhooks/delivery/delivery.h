// The delivery of one event to one subscription, and its state after an attempt.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/id.h"

namespace callboard::webhooks {

enum class Lane : std::int64_t { fresh = 0, retry = 1, replay = 2 };

inline constexpr std::chrono::hours kRetention{24 * 30};

enum class Outcome { delivered, due_again, given_up };

struct NextState {
    Outcome outcome{};
    Timestamp due_at;  // of the next attempt
};

// `attempts_before` is the number of earlier attempts since it was last queued; `jitter` is from 0 to 1.
NextState next_state(bool acknowledged, std::int64_t attempts_before, Timestamp now, double jitter);

// Suspension: no success for a day, and a hundred failures in a row.
inline constexpr std::int64_t kFailuresBeforeSuspension = 100;
inline constexpr std::chrono::hours kSuspensionDelay{24};
bool should_suspend(std::int64_t failures_in_row, Timestamp last_success_or_activation, Timestamp now);

}  // namespace callboard::webhooks
