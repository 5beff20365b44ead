// All SQL of candidates and of their search entries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "candidates/candidate.h"
#include "candidates/profile.h"
#include "db/db.h"

namespace callboard::candidates::store {

// E-mail and last name, case-folded, are the unique key of a person. One record of the company owns it; other
// records with the same values are separate: created by users who may not see the owner and must not learn of
// it (docs/decisions/0014-records-that-nobody-may-guess.md).
enum class Identity { owner, separate };

// Returns false if `identity` is owner and the key is taken.
bool insert(db::Tx& tx, const CandidateId& id, const Profile& profile, Employment employment,
            Identity identity);

std::optional<Candidate> find(db::Snapshot& snapshot, const CandidateId& id);
// The records of a person: the owner first, then the newest separate ones, at most twenty.
std::vector<CandidateId> find_person(db::Snapshot& snapshot, const Profile& profile);
std::optional<CandidateId> find_owner(db::Snapshot& snapshot, const Profile& profile);
bool is_same_person(const Candidate& candidate, const Profile& profile);
std::vector<Candidate> find_all(db::Snapshot& snapshot, const std::vector<CandidateId>& ids);

// Locks the candidate's row until the commit. Returns false if there is none.
bool lock_row(db::Tx& tx, const CandidateId& id);

// Updates all of the profile but the identity. The candidate's row must be locked.
void update(db::Tx& tx, const CandidateId& id, const Profile& profile, Employment employment);
// Updates the identity (e-mail and last name). Returns false if another record owns it.
bool update_identity(db::Tx& tx, const CandidateId& id, const Profile& profile, Identity identity);

// Sets the time of the last change, which lists are ordered by.
void touch(db::Tx& tx, const CandidateId& id);

// The same after update() of the application for `job`, which sets its own time (application_store.h).
void touch_others(db::Tx& tx, const CandidateId& id, const JobId& job);

void set_consent(db::Tx& tx, const CandidateId& id, const ConsentRecord& consent);

// Maintain the search entries. Candidates without an application are in no list and have none: added with
// the first application, removed with the last, updated on changes.
void add_to_search_index(db::Tx& tx, const CandidateId& id, const Profile& profile);
void update_search_index(db::Tx& tx, const CandidateId& id, const Profile& profile);
void remove_from_search_index(db::Tx& tx, const CandidateId& id);

// Ordered by id, starting after the given one.
std::vector<CandidateId> ids_after(db::Snapshot& snapshot, const std::optional<CandidateId>& after,
                                   std::int64_t most);

bool has_application(db::Snapshot& snapshot, const CandidateId& id);

void remove(db::Tx& tx, const CandidateId& id);

// Restores the profile from its stored form.
Profile profile_of(const Candidate& candidate);

}  // namespace callboard::candidates::store
