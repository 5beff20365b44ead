#include "webhooks/delivery/delivery.h"

#include "webhooks/delivery/retry_schedule.h"

namespace callboard::webhooks {
namespace {

std::chrono::milliseconds with_jitter(std::chrono::milliseconds wait, double jitter) {
    const std::chrono::duration<double, std::milli> added = wait * jitter * kMostJitterPercent / 100;
    return wait + std::chrono::duration_cast<std::chrono::milliseconds>(added);
}

}  // namespace

WhatFollows what_follows(bool acknowledged, std::int64_t attempts_before, Timestamp now, double jitter) {
    if (acknowledged) return {AfterAttempt::delivered, now};
    const auto step = static_cast<std::size_t>(attempts_before);
    if (step >= kRetryWaits.size()) return {AfterAttempt::given_up, now};
    return {AfterAttempt::due_again, now + with_jitter(kRetryWaits[step], jitter)};
}

bool is_to_be_suspended(std::int64_t failures_in_row, Timestamp last_success_or_activation, Timestamp now) {
    return failures_in_row >= kFailuresBeforeSuspension && now - last_success_or_activation >= kPatience;
}

}  // namespace callboard::webhooks
