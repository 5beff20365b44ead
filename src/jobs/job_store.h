// All SQL of jobs, their status history, words, access groups and properties.
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

// Returns false if the reference number is taken (unique key).
bool insert(db::Tx& tx, const Job& job, const Content& content);

std::optional<Job> find(db::Snapshot& snapshot, const JobId& id);
std::optional<JobRecord> find_record(db::Snapshot& snapshot, const JobId& id);
std::optional<Content> find_content(db::Snapshot& snapshot, const JobId& id);

bool is_ref_number_taken(db::Snapshot& snapshot, std::string_view ref_number, const JobId& except);

// Locks the job's row until the commit.
void lock_row(db::Tx& tx, const JobId& id);

// Updates all of the content. The job's row must be locked.
void update(db::Tx& tx, const Job& job, const Content& content);

// Rewrites the search words. The job's row must be locked.
void renew_words(db::Tx& tx, const JobId& id, const Content& content);

// Ordered by id, starting after the given one.
std::vector<JobId> ids_after(db::Snapshot& snapshot, const std::optional<JobId>& after, std::int64_t most);

// Jobs that are restricted to the group, likewise.
std::vector<JobId> ids_of_group(db::Snapshot& snapshot, const AccessGroupId& group, std::string_view after,
                                std::int64_t most);

// The stored details as JSON, for a change that nobody made: it sets no time. The job's row must be locked.
std::optional<std::string> find_details(db::Snapshot& snapshot, const JobId& id);
void update_details(db::Tx& tx, const JobId& id, std::string_view details);

// The same for jobs with a value of the property, or with a posting that has one, and for the summary.
std::vector<JobId> ids_with_property(db::Snapshot& snapshot, const JobPropertyId& property,
                                     std::string_view after, std::int64_t most);
std::optional<std::string> find_summary(db::Snapshot& snapshot, const JobId& id);
void update_summary(db::Tx& tx, const JobId& id, std::string_view summary);

// Jobs with their creators as JSON, stored and with the present name. Ordered by id, starting after the given
// one.
struct JobCreator {
    JobId job;
    std::string stored;  // empty: none
    std::string present;
};
std::vector<JobCreator> creators_after(db::Snapshot& snapshot, std::string_view after, std::int64_t most);
void update_creator(db::Tx& tx, const JobId& id, std::string_view creator);

// Updates only the text of the default ad.
void update_ad_text(db::Tx& tx, const JobId& id, std::string_view language, const AdSections& sections);

// Set the time of the last change, or of the last activity.
void touch(db::Tx& tx, const JobId& id);
void touch_activity(db::Tx& tx, const JobId& id);
// At most once a minute: applications for the same job do not wait for each other's lock of its row.
void touch_activity_of_applications(db::Tx& tx, const JobId& id);

// Whether the user is on the hiring team or the creator; whether the job is visible to them by access groups.
bool is_own(db::Snapshot& snapshot, const JobId& id, const UserId& user);
bool is_open_to(db::Snapshot& snapshot, const JobId& id, const UserId& user);

// Compare-and-set: returns false if the posting status is not that of `job`.
bool move_posting(db::Tx& tx, const Job& job, Posting to);
bool move_status(db::Tx& tx, const Job& job, Status to);

// After its default ad was posted, or the posting ended: the link of the job.
void write_posting_path(db::Tx& tx, const JobId& job);

void insert_status_change(db::Tx& tx, const JobId& id, Status status, const UserId& by);
std::vector<StatusChange> list_status_changes(db::Snapshot& snapshot, const JobId& id);  // oldest first

std::optional<std::string> find_note(db::Snapshot& snapshot, const JobId& id);
void put_note(db::Tx& tx, const JobId& id, std::string_view content);

}  // namespace callboard::jobs::store
