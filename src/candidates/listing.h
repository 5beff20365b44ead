#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "candidates/access.h"
#include "candidates/candidate_list_store.h"
#include "db/db.h"

namespace callboard::candidates {

// What a caller asks for. A filter without values is none.
struct ListRequest {
    std::optional<std::string> text;
    std::vector<std::string> places;
    std::vector<std::string> tags;
    std::vector<Consent> consents;
    std::optional<Timestamp> updated_after;
    std::vector<std::string> jobs;  // what is no id is the id of no job
    std::vector<Status> statuses;
    std::optional<std::string> sub_status;
    std::optional<Onboarding> onboarding;
    std::vector<store::PropertyKey> properties;
    std::vector<store::SourceKey> sources;
    std::vector<store::AnswerKey> answers;

    bool rated = false;  // by their reviews, of which there are none

    std::optional<std::string> cursor;  // where the page before ended
    std::int64_t offset = 0;
    std::int64_t limit = 10;
};

struct CandidatePage {
    std::vector<Visible> candidates;
    std::int64_t total = 0;
    std::optional<std::string> next;  // the cursor of the next page; absent on the last
};

// Candidates with an application that the actor may see. Throws INVALID_PAGE_ID for a cursor of another list.
CandidatePage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request);

}  // namespace callboard::candidates
