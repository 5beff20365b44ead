// What is written to a table while somebody looks on, each row once. Ids are in the order of making, and rows
// appear in that of their commits: so a feed looks back a little each time, and remembers what it has given.
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

inline constexpr std::chrono::milliseconds kBetweenLooks{200};

// All rows after an id: `read(after, limit)` gives some of them, in the order of their ids.
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
    // A row is there, at the latest, `look_back` after its id was made.
    Feed(Timestamp start, std::chrono::seconds look_back) : look_back_(look_back), from_(first_id(start)) {}

    // The rows after this one are to be read.
    const AnyId& from() const { return from_; }

    // Those of them, in the order of their ids, that were not given before.
    template <class Row>
    std::vector<Row> news(std::vector<Row> rows) {
        std::erase_if(rows, [this](const Row& row) { return !given_.insert(row.id).second; });
        forget();
        return rows;
    }

  private:
    AnyId first_id(Timestamp seen) const { return AnyId::from_trusted(first_uuid_of(seen - look_back_)); }

    // By the ids' own time: a sandbox may move the clock meanwhile.
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
