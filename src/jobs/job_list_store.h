// All SQL that lists jobs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "jobs/job.h"

namespace callboard::jobs {
struct ListRequest;  // list_request.h
}

namespace callboard::jobs::store {

// Which jobs a list shows, and where it starts.
struct Selection {
    const ListRequest& asked;        // its filters, but for those that were looked up, below
    std::optional<UserId> own_of;    // jobs on whose team the user is, or that they created
    std::optional<UserId> open_to;   // those, and jobs that access groups do not hide from the user
    std::vector<std::string> words;  // in the title, all of them; see put_rarest_word_first()
    bool collects_word = false;      // the jobs of the first word are collected, instead of tested one by one
    std::vector<DepartmentId> departments;
    std::vector<std::vector<std::string>> choices;  // PROPERTY:VALUE; of each property, any

    std::optional<JobId> after;  // the last job of the page before
    std::int64_t offset = 0;
    std::int64_t limit = 10;
};

// Conditions (for ListQuery::where_matching with the user) on the job whose id is the given expression:
// visible to the user by access groups; created by the user or with them on the hiring team.
std::string open_to(std::string_view job_id);
std::string own_of(std::string_view job_id);

// Jobs that access groups do not hide from the user; at most this many of them, ordered by id.
std::vector<JobId> list_open(db::Snapshot& snapshot, const UserId& user, std::int64_t most);

// To be called before the list is read: it costs less if the first of several words is rare.
void put_rarest_word_first(db::Snapshot& snapshot, Selection& selection);

std::int64_t total(db::Snapshot& snapshot, const Selection& selection);

// `total` decides the query plan: filters that match many rows are fastest in the order of the list,
// selective ones by their own indexes.
std::vector<JobLine> page(db::Snapshot& snapshot, const Selection& selection, std::int64_t total);

}  // namespace callboard::jobs::store
