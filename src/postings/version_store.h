// All SQL of the versions of postings, by which answers that are kept in memory are valid or not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::postings::store {

// Called with every change of a posting, late in its transaction: publications of jobs with the same shard
// wait for each other from here to the commit.
void advance_version(db::Tx& tx, const JobId& job);

// A company that anybody may ask about its postings.
struct Publisher {
    CompanyId id;
    std::string identifier;
    std::string name;
    std::int64_t version = 0;             // never the same after a change of its postings
    std::optional<Timestamp> changed_at;  // of the last change; nothing: never published
};

std::optional<Publisher> find_publisher(db::Snapshot& snapshot, std::string_view identifier);

}  // namespace callboard::postings::store
