#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_store.h"

namespace callboard::jobs {

struct ListRequest {
    store::Order order = store::Order::newest_first;
    std::optional<std::string> cursor;  // where the page before ended
    std::int64_t offset = 0;
    std::int64_t limit = 10;
};

struct JobPage {
    std::vector<JobLine> jobs;
    std::int64_t total = 0;
    std::optional<std::string> next;  // the cursor of the next page; absent on the last
};

// The jobs that the actor may see. Throws INVALID_PAGE_ID for a cursor of another list.
JobPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request);

}  // namespace callboard::jobs
