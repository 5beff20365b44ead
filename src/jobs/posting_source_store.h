// What postings are made of, and the ads that have none yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/db.h"
#include "jobs/publication.h"

namespace callboard::jobs::store {

struct PostingSource {
    bool is_default = false;
    std::string title;
    std::string language;
    std::string sections;              // JSON, as the following ones
    std::optional<std::string> place;  // of the ad; absent: that of the job
    std::string summary;
    std::string details;
    std::string creator_first_name;
    std::string creator_last_name;
};
std::optional<PostingSource> posting_source(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad);

// An ad that was published before there were postings.
struct Unposted {
    JobId job;
    JobAdId ad;
};
std::vector<CompanyId> companies_with_backlog(db::Snapshot& snapshot);
std::vector<Unposted> backlog(db::Snapshot& snapshot, std::int64_t most);
void forget_backlog(db::Tx& tx, const Unposted& ad);

// If it is published.
struct PublishedFor {
    PublicationAudience audience{};
    Timestamp since;
};
std::optional<PublishedFor> published_for(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad);

}  // namespace callboard::jobs::store
