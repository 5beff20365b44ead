#include "webhooks/delivery/pending_writes.h"

#include <iterator>
#include <utility>

namespace callboard::webhooks {

void PendingWrites::add(Attempt attempt) {
    if (!waiting_since_) waiting_since_ = stopwatch_.now();
    attempts_.push_back(std::move(attempt));
}

bool PendingWrites::has_due_results() const {
    if (attempts_.size() >= batch_.enough) return true;
    const auto latest = deadline();
    return latest && stopwatch_.now() >= *latest;
}

std::optional<Stopwatch::Instant> PendingWrites::deadline() const {
    if (!waiting_since_) return std::nullopt;
    return *waiting_since_ + (attempts_.size() <= batch_.few ? batch_.delay_of_few : batch_.delay);
}

std::vector<Attempt> PendingWrites::take_results() {
    waiting_since_.reset();
    return std::exchange(attempts_, {});
}

std::vector<Release> PendingWrites::take_releases() {
    return std::exchange(releases_, {});
}

void PendingWrites::put_back(std::vector<Attempt> attempts) {
    attempts.insert(attempts.end(), std::make_move_iterator(attempts_.begin()),
                    std::make_move_iterator(attempts_.end()));
    attempts_ = std::move(attempts);
    if (!attempts_.empty() && !waiting_since_) waiting_since_ = stopwatch_.now();
}

void PendingWrites::put_back(std::vector<Release> releases) {
    releases_.insert(releases_.end(), std::make_move_iterator(releases.begin()),
                     std::make_move_iterator(releases.end()));
}

}  // namespace callboard::webhooks
