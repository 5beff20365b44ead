// One event on its way to one subscriber, and what follows from an attempt.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/id.h"

namespace callboard::webhooks {

enum class Lane : std::int64_t { fresh = 0, retry = 1, replay = 2 };

inline constexpr std::chrono::hours kKept{24 * 30};

enum class AfterAttempt { delivered, due_again, given_up };

struct WhatFollows {
    AfterAttempt state;
    Timestamp due_at;  // of the next attempt
};

// `attempts_before` is how many were made since it was last queued; `jitter` is from 0 to 1.
WhatFollows what_follows(bool acknowledged, std::int64_t attempts_before, Timestamp now, double jitter);

// Suspension: no success for a day, and a hundred failures in a row.
inline constexpr std::int64_t kFailuresBeforeSuspension = 100;
inline constexpr std::chrono::hours kPatience{24};
bool is_to_be_suspended(std::int64_t failures_in_row, Timestamp last_success_or_activation, Timestamp now);

}  // namespace callboard::webhooks
