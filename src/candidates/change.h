#pragma once

#include <vector>

#include "accounts/actor.h"
#include "base/function_ref.h"
#include "candidates/candidate.h"
#include "candidates/profile.h"
#include "db/db.h"

namespace callboard::candidates {

// Changes who somebody is. Throws CANDIDATE_DATA_CONFLICT when that is somebody else already.
void change(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
            FunctionRef<Profile(const Profile&)> changed);

// Adds to the tags, or replaces them; gives them as they then are. Throws when they are too many.
std::vector<Tag> add_tags(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                          const std::vector<Tag>& tags);
std::vector<Tag> replace_tags(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                              const std::vector<Tag>& tags);
std::vector<Tag> tags(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id);

// Keeps what a candidate has become, who has the turn, and tells it; nothing happens when that is no change.
void save_if_changed(db::Tx& tx, const accounts::Actor& actor, const Candidate& before, const Profile& after,
                     Employment employment);

// Both; tags that differ only in case are one, spelled as it came first. Throws when they are too many.
std::vector<Tag> united(std::vector<Tag> tags, const std::vector<Tag>& more);

}  // namespace callboard::candidates
