// All SQL of jobs themselves, their status history, their words and their access groups. It reads and writes;
// it does not decide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_content.h"

namespace callboard::jobs::store {

// False when the reference number is taken.
bool insert(db::Tx& tx, const Job& job, const Content& content);

std::optional<Job> find(db::Snapshot& snapshot, const JobId& id);
std::optional<JobRecord> find_record(db::Snapshot& snapshot, const JobId& id);
std::optional<Content> find_content(db::Snapshot& snapshot, const JobId& id);

bool is_ref_number_taken(db::Snapshot& snapshot, std::string_view ref_number, const JobId& but);

// Whoever has the turn keeps it until the transaction ends; others wait.
void take_turn(db::Tx& tx, const JobId& id);

// All that content says. The job has the turn.
void update(db::Tx& tx, const Job& job, const Content& content);

// What lists find it by. The job has the turn.
void renew_words(db::Tx& tx, const JobId& id, const Content& content);

// In the order of ids, those that come after this one.
std::vector<JobId> ids_after(db::Snapshot& snapshot, const std::optional<JobId>& after, std::int64_t most);

// The text of the default ad alone.
void update_ad_text(db::Tx& tx, const JobId& id, std::string_view language, const AdSections& sections);

// The moment of the last change, and of the last activity.
void touch(db::Tx& tx, const JobId& id);
void touch_activity(db::Tx& tx, const JobId& id);

// Is the user on the hiring team, or the creator? Or may the user see it by way of access groups?
bool is_own(db::Snapshot& snapshot, const JobId& id, const UserId& user);
bool is_open_to(db::Snapshot& snapshot, const JobId& id, const UserId& user);

// False when the job is not any more what it was.
bool move_posting(db::Tx& tx, const Job& job, Posting to);
bool move_status(db::Tx& tx, const Job& job, Status to);

void insert_status_change(db::Tx& tx, const JobId& id, Status status, const UserId& by);
std::vector<StatusChange> list_status_changes(db::Snapshot& snapshot, const JobId& id);  // oldest first

std::optional<std::string> find_note(db::Snapshot& snapshot, const JobId& id);
void put_note(db::Tx& tx, const JobId& id, std::string_view content);

}  // namespace callboard::jobs::store
