#include "webhooks/delivery/pending_writes.h"

#include <iterator>
#include <utility>

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBatchSize = 64;
constexpr auto kBatchDelay = 5ms;

}  // namespace

void PendingWrites::add(Attempt attempt) {
    if (!waiting_since_) waiting_since_ = stopwatch_.now();
    attempts_.push_back(std::move(attempt));
}

bool PendingWrites::is_due() const {
    if (!releases_.empty() || attempts_.size() >= kBatchSize) return true;
    const auto latest = deadline();
    return latest && stopwatch_.now() >= *latest;
}

std::optional<Stopwatch::Instant> PendingWrites::deadline() const {
    return waiting_since_ ? std::optional{*waiting_since_ + kBatchDelay} : std::nullopt;
}

RoundWork PendingWrites::take() {
    waiting_since_.reset();
    return {.attempts = std::exchange(attempts_, {}),
            .health = {},
            .releases = std::exchange(releases_, {}),
            .claims = {}};
}

void PendingWrites::put_back(RoundWork work) {
    work.attempts.insert(work.attempts.end(), std::make_move_iterator(attempts_.begin()),
                         std::make_move_iterator(attempts_.end()));
    attempts_ = std::move(work.attempts);
    releases_.insert(releases_.end(), work.releases.begin(), work.releases.end());
    if (!attempts_.empty() && !waiting_since_) waiting_since_ = stopwatch_.now();
}

}  // namespace callboard::webhooks
