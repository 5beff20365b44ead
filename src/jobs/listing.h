#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_list_store.h"

namespace callboard::jobs {

// What a caller asks for. A filter without values is none.
struct ListRequest {
    std::optional<std::string> text;  // words of the title
    std::vector<std::string> cities;
    std::vector<std::string> departments;  // by label
    std::vector<Status> statuses;
    std::optional<Posting> posting;
    std::optional<std::string> language;
    std::vector<UserId> team;
    std::optional<Timestamp> updated_after;
    std::optional<Timestamp> active_after;

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
