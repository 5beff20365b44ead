#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "db/db.h"

namespace callboard::configuration::store {

// A user, active or not: referrals of inactive users stay valid.
struct Referrer {
    UserId id;
    std::string first_name;
    std::string last_name;
};

std::optional<Referrer> find_referrer(db::Snapshot& snapshot, const UserId& id);

// Oldest first.
std::vector<Referrer> page_of_referrers(db::Snapshot& snapshot, std::int64_t limit, std::int64_t offset);
std::int64_t count_referrers(db::Snapshot& snapshot);

}  // namespace callboard::configuration::store
