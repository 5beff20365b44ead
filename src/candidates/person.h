// The record of a person, and the application of a person for a job: what users who register somebody and
// people who apply themselves have in common.
#pragma once

#include <optional>

#include "base/function_ref.h"
#include "candidates/application.h"
#include "candidates/candidate.h"
#include "candidates/profile.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::candidates {

struct Person {
    CandidateId id;
    bool is_new;
};

// Finds the record of the person by `find`, which returns one that may be used, or creates one, and locks it.
// Concurrent calls wait for each other by the unique key and row locks. Records that `find` does not return
// must not be disclosed in any way: if there is one, a separate record is created.
Person find_or_create(db::Tx& tx, const Profile& profile, Employment employment,
                      FunctionRef<std::optional<CandidateId>()> find);

void record_creation(db::Tx& tx, const events::Author& author, const CandidateId& id);

// The profile with empty attributes, other than tags, filled in.
Profile filled(Profile profile, const Profile& given);

// Returns false if the candidate already has an application for that job, which stays unchanged. The person's
// row must be locked. `given` is the profile of a new person, whose row has the same.
bool add_application(db::Tx& tx, const events::Author& author, const Application& made, const Person& person,
                     const Profile& given);

}  // namespace callboard::candidates
