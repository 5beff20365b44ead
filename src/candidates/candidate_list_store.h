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
    std::string value;  // as it is stored: JSON
};

struct SourceKey {
    std::string type;
    std::string sub_type;
    std::string id;
};

// Keyset position: the last row of the previous page.
struct ListPlace {
    std::int64_t at = 0;  // time of the last change, or the row of the text search
    CandidateId id;
};

// Filters of a list of candidates, and its keyset position. An empty filter matches all; several values are
// alternatives. All filters on applications must match the same application.
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

// A list of several jobs, or of several statuses, is merged from the list of each, up to this many.
inline constexpr std::size_t kMostWalks = 16;

struct ListResult {
    std::int64_t total = 0;  // of all pages
    std::vector<ListPlace>
        places;  // ordered by last change, newest first; text searches by the entry, newest first
};
ListResult read_list(db::Snapshot& snapshot, const Selection& selection);

}  // namespace callboard::candidates::store
