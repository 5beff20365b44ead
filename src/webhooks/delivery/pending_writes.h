// What is to be written: outcomes of attempts, in batches, and releases, with the next claims.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "webhooks/delivery/courier_round.h"

namespace callboard::webhooks {

// When outcomes are written: as soon as there are enough, or when the first has waited long enough. What is
// not written is sent again after a crash.
struct ResultBatch {
    std::size_t enough;
    std::chrono::milliseconds delay;
    // So few may wait longer, because more may come.
    std::size_t few = 0;
    std::chrono::milliseconds delay_of_few{};

    // SQLite commits for all who write at the same time.
    static constexpr ResultBatch for_sqlite() {
        return {.enough = 64, .delay = std::chrono::milliseconds{5}};
    }
    static constexpr ResultBatch for_postgres() {
        return {.enough = 16,
                .delay = std::chrono::milliseconds{2},
                .few = 3,
                .delay_of_few = std::chrono::milliseconds{20}};
    }
};

class PendingWrites {
  public:
    PendingWrites(const Stopwatch& stopwatch, const ResultBatch& batch)
        : stopwatch_(stopwatch), batch_(batch) {}

    void add(Attempt attempt);
    void add(Release release) { releases_.push_back(std::move(release)); }

    bool has_due_results() const;
    std::optional<Stopwatch::Instant> deadline() const;  // of the results

    std::vector<Attempt> take_results();
    std::vector<Release> take_releases();

    // After a failure.
    void put_back(std::vector<Attempt> attempts);
    void put_back(std::vector<Release> releases);

  private:
    const Stopwatch& stopwatch_;
    const ResultBatch batch_;
    std::vector<Attempt> attempts_;
    std::vector<Release> releases_;
    std::optional<Stopwatch::Instant> waiting_since_;  // the first of the attempts
};

}  // namespace callboard::webhooks
