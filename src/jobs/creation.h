#pragma once

#include <optional>
#include <string>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_content.h"

namespace callboard::jobs {

// What a caller says of a job that is to be. Words from dictionaries are ids, and may be wrong.
struct Draft {
    Kind kind = Kind::job;
    std::string title;
    std::optional<std::string> ref_number;  // absent: one is made
    std::optional<std::string> department;
    std::string industry;
    std::string function;
    std::string experience_level;
    std::optional<std::string> employment_type;
    std::optional<std::string> eeo_category;
    Location location;
    std::optional<Timestamp> target_hiring_date;
    std::optional<Compensation> compensation;
    std::string ad_language = "en";
    AdSections ad_sections;
};

// A new job has one ad, its default one, which nobody outside sees before publish(); its creator is its
// hiring team. Throws with every unknown reference at once.
Job create(db::Tx& tx, const accounts::Actor& actor, Draft draft);

}  // namespace callboard::jobs
