#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/list_request.h"

namespace callboard::jobs {

struct JobPage {
    std::vector<JobLine> jobs;
    std::int64_t total = 0;
    std::optional<std::string> next;  // cursor of the next page; absent on the last
};

// The jobs that are visible to the actor. Throws INVALID_PAGE_ID for a cursor of another list.
JobPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request);

}  // namespace callboard::jobs
