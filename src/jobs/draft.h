// The input of a caller for a job, and its conversion to stored content.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_content.h"
#include "jobs/job_properties.h"

namespace callboard::jobs {

// Dictionary values are ids, not validated yet.
struct Draft {
    std::optional<Kind> kind;  // absent: a job
    std::string title;
    std::optional<std::string> ref_number;  // absent: generated
    std::optional<std::string> department;
    std::string industry;
    std::string function;
    std::string experience_level;
    std::optional<std::string> employment_type;
    std::optional<std::string> eeo_category;
    Location location;
    std::optional<Timestamp> target_hiring_date;
    std::optional<Compensation> compensation;
    std::optional<std::string> ad_language;  // absent: English
    AdSections ad_sections;
    std::optional<std::vector<std::string>> access_groups;  // absent: those of the creator
    std::vector<PropertyChoice> properties;
};

// What a job had before a change.
struct Kept {
    std::vector<GroupPart> groups;
    std::vector<PropertyPart> properties;
    std::optional<std::string> employment_type = {};
    std::string country_code = {};
};

// Resolves all references of the draft; throws with all unknown ones, and with those faults of properties
// that resolve_properties() names. A type of employment must be allowed in the country, unless both are kept.
// Groups that are not kept must be the actor's own, unless the actor sees all jobs. The department stays as
// it is until the commit, because the content has a copy of it.
Content content_of(db::Tx& tx, const accounts::Actor& actor, Draft draft, const Kept& kept = {});

// The inverse of content_of(): a draft that would create this job, without absent defaults.
Draft draft_of(Content content);

// Replaces a draft: absent values are cleared, except that kind, reference number, language and access groups
// are kept.
Draft replacement(Draft after, Draft before);

}  // namespace callboard::jobs
