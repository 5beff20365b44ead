// All SQL of applications, their history, properties and screening answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/function_ref.h"
#include "candidates/application.h"
#include "db/db.h"

namespace callboard::candidates::store {

// Returns false if the candidate already has one for that job. The candidate's row must be locked.
bool insert(db::Tx& tx, const Application& application);

std::optional<Application> find(db::Snapshot& snapshot, const CandidateId& candidate, const JobId& job);
std::optional<Application> find(db::Snapshot& snapshot, const JobApplicationId& id);

// Of one candidate, ordered by creation. Of many candidates, with the visibility rule that `narrow` adds for
// the given job column; it returns false if nothing is visible.
std::vector<Assignment> list_assignments(db::Snapshot& snapshot, const CandidateId& candidate);
std::vector<Assignment> list_assignments(db::Snapshot& snapshot, const std::vector<CandidateId>& candidates,
                                         FunctionRef<bool(db::ListQuery&, std::string_view)> narrow);

// Updates status, sub-status, reason, start, source and onboarding, and makes it the application that changed
// last; if its status or sub-status changed, also the one that moved last.
void update(db::Tx& tx, const Application& application);

void remove(db::Tx& tx, const Application& application);

void insert_status_change(db::Tx& tx, const Application& application);
std::vector<StatusChange> list_status_changes(db::Snapshot& snapshot,
                                              const Application& application);  // oldest first

// Of an application, or of the candidate itself if there is no job. Values are JSON.
using StoredValue = std::pair<std::string, std::string>;
std::vector<StoredValue> list_properties(db::Snapshot& snapshot, const CandidateId& candidate,
                                         const std::optional<JobId>& job);
void put_property(db::Tx& tx, const CandidateId& candidate, const std::optional<JobId>& job,
                  std::string_view property, std::string_view value);
void remove_property(db::Tx& tx, const CandidateId& candidate, const std::optional<JobId>& job,
                     std::string_view property);

// Conditions (ListQuery::where_matching with the user) on a candidate, whose id is this expression: access
// groups do not hide the job of one of their applications from the user, or they have none; the user is on
// the team of one of these jobs or created it.
std::string has_open_or_no_application(std::string_view candidate);
std::string has_own_application(std::string_view candidate);

// All answers as JSON, and each of them for lists to be filtered by.
struct AnswerKey {
    std::string category;
    std::string field;
    std::string value;
};
std::optional<std::string> find_answers(db::Snapshot& snapshot, const CandidateId& candidate,
                                        const JobId& job);
void put_answers(db::Tx& tx, const CandidateId& candidate, const JobId& job, std::string_view answers,
                 const std::vector<AnswerKey>& keys);
// The same for an application without answers.
void insert_answers(db::Tx& tx, const CandidateId& candidate, const JobId& job, std::string_view answers,
                    const std::vector<AnswerKey>& keys);

}  // namespace callboard::candidates::store
