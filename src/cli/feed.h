// Follows a table and returns each new row once. Ids are ordered by creation but rows become visible by
// commit, so each poll looks back a little and skips rows that it has already returned.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id_source.h"

namespace callboard::cli {

inline constexpr std::chrono::milliseconds kPollInterval{200};

// Reads all rows after an id by keyset pagination: `read(after, limit)` returns a page in the order of ids.
template <class AnyId, class Read>
auto rows_after(const AnyId& id, Read read) {
    constexpr std::int64_t kPage = 500;
    auto rows = read(id, kPage);
    for (bool more = std::ssize(rows) == kPage; more;) {
        auto page = read(rows.back().id, kPage);
        more = std::ssize(page) == kPage;
        std::ranges::move(page, std::back_inserter(rows));
    }
    return rows;
}

template <class AnyId>
class Feed {
  public:
    // A row is committed at most `look_back` after its id was created.
    Feed(Timestamp start, std::chrono::seconds look_back) : look_back_(look_back), from_(first_id(start)) {}

    // Rows after this id must be read.
    const AnyId& from() const { return from_; }

    // The rows that were not returned before, in the order of ids.
    template <class Row>
    std::vector<Row> new_rows(std::vector<Row> rows) {
        std::erase_if(rows, [this](const Row& row) { return !given_.insert(row.id).second; });
        forget();
        return rows;
    }

  private:
    AnyId first_id(Timestamp seen) const { return AnyId::from_trusted(first_uuid_of(seen - look_back_)); }

    // By the time in the ids: a sandbox may move the clock.
    void forget() {
        if (given_.empty()) return;
        from_ = std::max(from_, first_id(time_of_uuid(given_.rbegin()->text())));
        given_.erase(given_.begin(), given_.lower_bound(from_));
    }

    std::chrono::seconds look_back_;
    AnyId from_;
    std::set<AnyId> given_;
};

}  // namespace callboard::cli
