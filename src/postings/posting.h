// A posting: a job ad as the public (or the employees of the company) sees it. It is a snapshot of the ad and
// its job that publication writes; later changes of the job show when the ad is published again. An ad keeps
// its posting, with both ids, however often it is published.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"
#include "postings/posting_content.h"

namespace callboard::postings {

enum class Visibility { everyone, internal };  // internal: signed-in employees of the company only

// What the rules need to know of a posting.
struct Posting {
    PostingId id;      // digits
    PostingUuid uuid;  // the other id of the same posting
    JobId job;
    JobAdId ad;
    bool is_default_ad = false;
    Visibility visibility{};
    bool is_active = false;     // published now
    bool is_on_boards = false;  // published for free job boards, too
    std::string title;
    std::string slug;       // of the title, for links.h
    std::string language;   // code, as in configuration::find_language
    Timestamp released_at;  // of the last publication
};

// A posting with all of its snapshot.
struct FullPosting : Posting {
    PostingContent content;
    std::string sections;  // JSON, as jobs::AdSections; its texts are sanitised HTML
};

// By either id. Includes internal postings and those that are not active: the caller decides.
std::optional<Posting> find(db::Snapshot& snapshot, std::string_view id_or_uuid);
std::optional<Posting> find(db::Snapshot& snapshot, const PostingUuid& uuid);
std::optional<FullPosting> find_full(db::Snapshot& snapshot, std::string_view id_or_uuid);

// Of an ad, if it was ever published.
std::optional<Posting> find_of_ad(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad);

}  // namespace callboard::postings

template <>
struct callboard::Names<callboard::postings::Visibility> {
    using enum callboard::postings::Visibility;
    static constexpr std::string_view kName = "PostingVisibility";
    static constexpr std::array kList{std::pair{everyone, std::string_view{"PUBLIC"}},
                                      std::pair{internal, std::string_view{"INTERNAL"}}};
};
