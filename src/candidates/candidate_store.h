// All SQL of candidates themselves, with what they are found by. It reads and writes; it does not decide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "candidates/candidate.h"
#include "candidates/profile.h"
#include "db/db.h"

namespace callboard::candidates::store {

// A person is known by e-mail and last name together, both folded. One record of the company owns that pair;
// others with the same are separate: made by users who may not see the owner, and must not learn of it
// (docs/decisions/0014-records-that-nobody-may-guess.md).
enum class Identity { owner, separate };

// False when there is an owner already.
bool insert(db::Tx& tx, const CandidateId& id, const Profile& profile, Employment employment,
            Identity identity);

std::optional<Candidate> find(db::Snapshot& snapshot, const CandidateId& id);
// The records of a person: the owner first, then the newest of the others, twenty at most.
std::vector<CandidateId> find_person(db::Snapshot& snapshot, const Profile& profile);
std::optional<CandidateId> find_owner(db::Snapshot& snapshot, const Profile& profile);
bool is_same_person(const Candidate& candidate, const Profile& profile);
std::vector<Candidate> find_all(db::Snapshot& snapshot, const std::vector<CandidateId>& ids);

// Whoever has the turn keeps it until the transaction ends; others wait. False when there is no such
// candidate.
bool take_turn(db::Tx& tx, const CandidateId& id);

// All that the profile says, of the same person. The candidate has the turn.
void update(db::Tx& tx, const CandidateId& id, const Profile& profile, Employment employment);
// The same of what makes somebody another person. False when that one has an owner already.
bool update_identity(db::Tx& tx, const CandidateId& id, const Profile& profile, Identity identity);

// The moment of the last change, which lists are ordered by.
void touch(db::Tx& tx, const CandidateId& id);

// The same after an application was updated, which moves by itself (application_store.h).
void touch_beside(db::Tx& tx, const CandidateId& id, const JobId& job);

void set_consent(db::Tx& tx, const CandidateId& id, const ConsentRecord& consent);

// What lists find the candidate by. Those without an application are in no list, and not searched for: enter
// when the first one is made, leave with the last, renew in between.
void enter_search(db::Tx& tx, const CandidateId& id, const Profile& profile);
void renew_search(db::Tx& tx, const CandidateId& id, const Profile& profile);
void leave_search(db::Tx& tx, const CandidateId& id);

// In the order of ids, those that come after this one.
std::vector<CandidateId> ids_after(db::Snapshot& snapshot, const std::optional<CandidateId>& after,
                                   std::int64_t most);

bool has_application(db::Snapshot& snapshot, const CandidateId& id);

void remove(db::Tx& tx, const CandidateId& id);

// Back from what is stored.
Profile profile_of(const Candidate& candidate);

}  // namespace callboard::candidates::store
