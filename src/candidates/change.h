#pragma once

#include <vector>

#include "accounts/actor.h"
#include "base/function_ref.h"
#include "candidates/candidate.h"
#include "candidates/profile.h"
#include "db/db.h"

namespace callboard::candidates {

// Changes the profile. Throws CANDIDATE_DATA_CONFLICT if another visible candidate has the e-mail and last
// name.
void change(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
            FunctionRef<Profile(const Profile&)> changed);

// Add to the tags, or replace them; return the result. Throw if there are too many.
std::vector<Tag> add_tags(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                          const std::vector<Tag>& tags);
std::vector<Tag> replace_tags(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                              const std::vector<Tag>& tags);
std::vector<Tag> tags(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id);

// Writes the profile with its event unless it is unchanged. The candidate's row must be locked.
void save_if_changed(db::Tx& tx, const accounts::Actor& actor, const Candidate& before, const Profile& after,
                     Employment employment);

// The same if the name and the e-mail address stay as they are, which needs no permission.
void save_details_if_changed(db::Tx& tx, const events::Author& author, const Candidate& before,
                             const Profile& after, Employment employment);

// The union, case-insensitive, with the spelling of the first occurrence. Throws if there are too many.
std::vector<Tag> merged_tags(std::vector<Tag> tags, const std::vector<Tag>& more);

}  // namespace callboard::candidates
