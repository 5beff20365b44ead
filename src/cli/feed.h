// What is written to a table while somebody looks on, each row once. Ids are in the order of making, and rows
// appear in that of their commits: so a feed looks back a little each time, and remembers what it has given.
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id_source.h"

namespace callboard::cli {

inline constexpr std::chrono::seconds kLookBack{10};
inline constexpr std::chrono::milliseconds kBetweenLooks{200};

Timestamp time_of_uuid(std::string_view uuid);

template <class AnyId>
class Feed {
  public:
    explicit Feed(Timestamp start) : from_(first_id(start)) {}

    // `read(after, limit)` gives rows in the order of their `id`.
    template <class Read>
    auto news(Read read) {
        decltype(read(from_, kPage)) found;
        AnyId after = from_;
        for (bool more = true; more;) {
            auto page = read(after, kPage);
            more = std::ssize(page) == kPage;
            if (more) after = page.back().id;
            for (auto& row : page)
                if (given_.insert(row.id).second) found.push_back(std::move(row));
        }
        forget();
        return found;
    }

  private:
    static constexpr std::int64_t kPage = 500;

    static AnyId first_id(Timestamp seen) { return AnyId::from_trusted(first_uuid_of(seen - kLookBack)); }

    // By the ids' own time: a sandbox may move the clock meanwhile.
    void forget() {
        if (given_.empty()) return;
        from_ = std::max(from_, first_id(time_of_uuid(given_.rbegin()->text())));
        given_.erase(given_.begin(), given_.lower_bound(from_));
    }

    AnyId from_;
    std::set<AnyId> given_;
};

}  // namespace callboard::cli
