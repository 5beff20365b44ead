// All SQL that lists candidates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "candidates/application.h"
#include "candidates/application_store.h"
#include "candidates/candidate.h"
#include "candidates/list_request.h"
#include "db/db.h"
#include "db/text_search.h"

namespace callboard::candidates::store {

struct PropertyKey {
    std::string property;
    std::string value;
};

struct SourceKey {
    std::string type;
    std::string sub_type;
    std::string id;
};

// Where the page before ended.
struct ListPlace {
    std::int64_t at = 0;  // the time of the last change, or the place among what was found
    CandidateId id;
};

// Which candidates a list shows, and where it starts. A filter without values is none; of several values any
// will do. Whatever is asked of an application is asked of one and the same.
struct Selection {
    const ListRequest& asked;       // its filters, but for those that were looked up, below
    const accounts::Actor& reader;  // sees applications for some jobs only (jobs/access.h)
    std::optional<db::TextSearch::Match> text;
    std::vector<std::string> tags;  // folded
    std::vector<Consent> consents;
    std::vector<JobId> jobs;
    std::optional<std::string> sub_status;
    std::vector<PropertyKey> properties;
    std::vector<SourceKey> sources;
    std::vector<AnswerKey> answers;

    std::optional<ListPlace> after;
    std::int64_t offset = 0;
    std::int64_t limit = 10;
};

// How to look: what filters let through in plenty is found soonest in the list's own order, what they let
// through rarely by their indexes.
enum class Way { in_order, of_few };

struct Size {
    std::int64_t total = 0;
    Way way = Way::in_order;
};
Size size(db::Snapshot& snapshot, const Selection& selection);

// Those that changed last first; of those that a text was looked for in, those that came last.
std::vector<ListPlace> page(db::Snapshot& snapshot, const Selection& selection, Way way);

}  // namespace callboard::candidates::store
