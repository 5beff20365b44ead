// Custom fields of jobs, as the company defines them: definitions and the values of lists. Their values on a
// job are in jobs/job_properties.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "base/names.h"

namespace callboard::configuration {

enum class JobPropertyCategory { job, organization };

// A single select has a list of values; a text is free.
enum class JobPropertyType { single_select, text };

// What an administrator decides about a property.
struct JobPropertyDraft {
    std::string label;  // unique in its company, ignoring case
    JobPropertyCategory category = JobPropertyCategory::job;
    JobPropertyType type = JobPropertyType::single_select;
    bool visible = true;    // in postings; acts at once, also on published ones
    bool active = true;     // can be set on jobs
    bool required = false;  // jobs must have a value, if they can

    bool operator==(const JobPropertyDraft&) const = default;
};

struct JobProperty : JobPropertyDraft {
    JobPropertyId id;
    std::optional<JobPropertyId> parent;  // its value decides which values this property can have
    std::int64_t value_count = 0;         // with archived values
    std::int64_t active_value_count = 0;
};

struct JobPropertyValue {
    std::string id;     // unique in its property; callers may choose it
    std::string label;  // unique among the values of its property that are not archived, ignoring case
    bool archived = false;

    bool operator==(const JobPropertyValue&) const = default;
};

// Every limit of job properties.
struct JobPropertyLimits {
    std::int64_t properties = 100;          // of a company
    std::int64_t active_values = 20'000;    // of a property
    std::int64_t values = 40'000;           // of a property, with archived ones
    std::int64_t ordered_values = 5'000;    // of a property whose values are reordered
    std::int64_t dependent_pairs = 20'000;  // of values of a property and of one of its dependents
};
inline constexpr JobPropertyLimits kJobPropertyLimits;

inline constexpr std::size_t kLongestPropertyLabel = 200;    // of a property or a value, in any language
inline constexpr std::size_t kLongestPropertyValueId = 100;  // cannot contain a slash
inline constexpr std::size_t kLongestPropertyText = 1'000;   // of a text on a job

// Not the id of any value: callers send it to remove the value of a job.
inline constexpr std::string_view kNoPropertyValue = "null";

}  // namespace callboard::configuration

template <>
struct callboard::Names<callboard::configuration::JobPropertyCategory> {
    using enum callboard::configuration::JobPropertyCategory;
    static constexpr std::string_view kName = "JobPropertyCategory";
    static constexpr std::array kList{std::pair{job, std::string_view{"job"}},
                                      std::pair{organization, std::string_view{"organization"}}};
};

template <>
struct callboard::Names<callboard::configuration::JobPropertyType> {
    using enum callboard::configuration::JobPropertyType;
    static constexpr std::string_view kName = "JobPropertyType";
    static constexpr std::array kList{std::pair{single_select, std::string_view{"SINGLE_SELECT"}},
                                      std::pair{text, std::string_view{"TEXT"}}};
};
