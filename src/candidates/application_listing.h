#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "candidates/application_list_request.h"
#include "candidates/application_list_store.h"
#include "db/db.h"

namespace callboard::candidates {

struct ApplicationPage {
    std::vector<store::ApplicationLine> applications;
    std::int64_t total = 0;
    std::optional<std::string> next;  // cursor of the next page; absent on the last
};

// Applications for jobs that are visible to the actor. Throws INVALID_PAGE_ID for a cursor of another list.
ApplicationPage list_applications(db::Snapshot& snapshot, const accounts::Actor& actor,
                                  const ApplicationListRequest& request);

}  // namespace callboard::candidates
