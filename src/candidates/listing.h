#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "candidates/access.h"
#include "candidates/list_request.h"
#include "db/db.h"

namespace callboard::candidates {

struct CandidatePage {
    std::vector<Visible> candidates;
    std::int64_t total = 0;
    std::optional<std::string> next;  // cursor of the next page; absent on the last
};

// Candidates with an application that is visible to the actor. Throws INVALID_PAGE_ID for a cursor of another
// list.
CandidatePage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request);

}  // namespace callboard::candidates
