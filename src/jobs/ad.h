#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/id.h"
#include "jobs/job.h"
#include "jobs/job_content.h"

namespace callboard::jobs {

// The input of a caller for a job ad.
struct AdDraft {
    std::string title;
    std::optional<std::string> language;  // absent: unchanged, or English
    AdSections sections;
    std::optional<Location> location;
};

// An ad to be inserted.
struct NewAd {
    JobAdId id;
    std::string title;
    UserId creator;
    std::optional<std::string> language;  // these three are absent for the default ad
    std::optional<AdSections> sections;
    std::optional<Location> location;
};

// A job ad with the attributes that the API returns.
struct Ad {
    JobAdId id;
    std::string title;
    std::string language;
    std::string sections;  // JSON
    std::optional<std::string> location;
    Posting posting{};
    bool is_default = false;
    UserId creator;
    Timestamp created_at;
    Timestamp updated_at;
    std::optional<std::string> posting_link;  // while it is published (postings/links.h)
};

// Throws with every video URL that is not http or https, because pages link to them. `place` is the JSON path
// of the sections in the request.
void check_videos(const AdSections& sections, const std::string& place);

// The ad as JSON for the audit record.
std::string audit_json(const JobAdId& id, std::string_view title, std::string_view language);

}  // namespace callboard::jobs
