// All SQL of candidates themselves, with what they are found by. It reads and writes; it does not decide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "candidates/candidate.h"
#include "candidates/profile.h"
#include "db/db.h"

namespace callboard::candidates::store {

// False when this person is known already: the same e-mail and last name, folded.
bool insert(db::Tx& tx, const CandidateId& id, const Profile& profile, Employment employment);

std::optional<Candidate> find(db::Snapshot& snapshot, const CandidateId& id);
std::optional<CandidateId> find_person(db::Snapshot& snapshot, const Profile& profile);
std::vector<Candidate> find_all(db::Snapshot& snapshot, const std::vector<CandidateId>& ids);

// Whoever has the turn keeps it until the transaction ends; others wait. False when there is no such
// candidate.
bool take_turn(db::Tx& tx, const CandidateId& id);

// All that the profile says. False when that is somebody else. The candidate has the turn.
bool update(db::Tx& tx, const CandidateId& id, const Profile& profile, Employment employment);

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
