// The list of a company's postings, and one of them, as a visitor may see them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "postings/list_request.h"
#include "postings/posting.h"
#include "postings/posting_list_store.h"

namespace callboard::postings {

enum class Visitor { stranger, employee };  // of the company whose postings are shown

struct PostingPage {
    std::int64_t total = 0;
    std::vector<store::PostingLine> postings;
};

// Active postings, newest first. The destination must be allowed: see may_see(). Throws INVALID_PARAMETER for
// an unknown language.
PostingPage list(db::Snapshot& snapshot, const ListRequest& request);

bool may_see(Visitor visitor, Destination destination);

// Throws POSTING_NOT_FOUND also for a posting that is not active, and for an internal one if the visitor is a
// stranger.
FullPosting visible_posting(db::Snapshot& snapshot, Visitor visitor, std::string_view id_or_uuid);

}  // namespace callboard::postings
