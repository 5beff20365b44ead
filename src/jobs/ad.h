#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/id.h"
#include "jobs/job.h"
#include "jobs/job_content.h"

namespace callboard::jobs {

// What a caller says of an ad.
struct AdDraft {
    std::string title;
    std::optional<std::string> language;  // absent: as it is, or English
    AdSections sections;
    std::optional<Location> location;
};

// An ad that is about to be.
struct NewAd {
    JobAdId id;
    std::string title;
    UserId creator;
    std::optional<std::string> language;  // none of these three for the default ad: its text is the job's own
    std::optional<AdSections> sections;
    std::optional<Location> location;
};

// An ad as it is shown.
struct Ad {
    JobAdId id;
    std::string title;
    std::string language;
    std::string sections;  // as JSON
    std::optional<std::string> location;
    Posting posting{};
    bool is_default = false;
    UserId creator;
    Timestamp created_at;
    Timestamp updated_at;
};

// Throws with each address of a video that is not http or https: pages link to them. `place` is where the
// sections stand in the request.
void check_videos(const AdSections& sections, const std::string& place);

// As the audit log tells it, as JSON.
std::string told(const JobAdId& id, std::string_view title, std::string_view language);

}  // namespace callboard::jobs
