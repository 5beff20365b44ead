// The list of postings, filtered.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/db.h"
#include "postings/list_request.h"
#include "postings/posting.h"

namespace callboard::postings::store {

// What a list contains. The texts are case-folded, the languages are those of ads.
struct Selection {
    const ListRequest& asked;
    std::vector<std::string> words;
    std::string region;
    std::string city;
    std::string country;
    std::vector<std::string> languages;
};

// An active posting as a row of a list.
struct PostingLine {
    PostingId id;
    PostingUuid uuid;
    JobAdId ad;
    bool is_default_ad = false;
    Visibility visibility{};
    std::string title;
    std::string language;
    Timestamp released_at;
    std::string content;  // JSON of PostingContent
};

std::int64_t count(db::Snapshot& snapshot, const Selection& selection);
std::vector<PostingLine> page(db::Snapshot& snapshot, const Selection& selection);  // newest first

}  // namespace callboard::postings::store
