// The start and the end of postings, in the transaction that publishes or unpublishes their ads. Who may do
// that, and the events and audit records, are the business of jobs/publication.h.
#pragma once

#include <optional>
#include <string>

#include "db/db.h"
#include "postings/posting.h"

namespace callboard::postings {

// The ad and its job as they are now.
struct PostingDraft {
    JobId job;
    JobAdId ad;
    bool is_default_ad = false;
    std::string title;
    std::string language;
    std::optional<std::string> region_code;  // for the filter by region, besides its name
    PostingContent content;
    std::string sections;  // JSON
};

struct Release {
    Visibility visibility{};
    bool on_boards = false;
    Timestamp at;
};

// Makes the posting of the ad show this draft.
void release(db::Tx& tx, const PostingDraft& draft, const Release& release);

// Ends the posting of one ad, or of all ads of a job.
void end_posting(db::Tx& tx, const JobId& job, const JobAdId& ad);
void end_postings(db::Tx& tx, const JobId& job);

}  // namespace callboard::postings
