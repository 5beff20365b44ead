// All SQL of jobs, their default ads, status history and hiring teams. It reads and writes; it does not
// decide.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_content.h"

namespace callboard::jobs::store {

// False when the reference number is taken.
bool insert(db::Tx& tx, const Job& job, const Content& content);
void insert_default_ad(db::Tx& tx, const Job& job, std::string_view title);
void insert_status_change(db::Tx& tx, const JobId& id, Status status, const UserId& by);
void insert_team_member(db::Tx& tx, const JobId& id, const UserId& member, std::string_view role);

std::optional<Job> find(db::Snapshot& snapshot, const JobId& id);
std::optional<JobRecord> find_record(db::Snapshot& snapshot, const JobId& id);

// Is the user on the hiring team of the job?
bool is_on_team(db::Snapshot& snapshot, const JobId& id, const UserId& user);

// Moves the job, and its default ad with it; false when it is not any more what it was.
bool move_posting(db::Tx& tx, const Job& job, Posting to);
bool move_status(db::Tx& tx, const Job& job, Status to);

// Which jobs a list shows, and where it starts.
enum class Order { newest_first, by_id };
struct Selection {
    std::optional<UserId> only_of;  // jobs on whose team the user is, or that they created
    Order order = Order::newest_first;
    std::optional<Timestamp> after_time;  // the last job of the page before, in newest_first order
    std::optional<JobId> after_id;
    std::int64_t offset = 0;
    std::int64_t limit = 10;
};
std::vector<JobLine> page(db::Snapshot& snapshot, const Selection& selection);
std::int64_t count(db::Snapshot& snapshot, const Selection& selection);

}  // namespace callboard::jobs::store
