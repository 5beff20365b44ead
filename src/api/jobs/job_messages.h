// Requests and responses about jobs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/common/job_link.h"
#include "base/clock.h"
#include "base/id.h"
#include "jobs/job.h"
#include "jobs/job_content.h"
#include "wire/json_patch.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

// --- parts

struct Reference {
    std::string id;

    static constexpr std::string_view kName = "Reference";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &Reference::id, {.min_length = 1, .max_length = 256}));
    }
};

struct LanguageInput {
    std::string code;

    static constexpr std::string_view kName = "LanguageInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("code", &LanguageInput::code, {.min_length = 1, .max_length = 16}));
    }
};

struct LanguageView {
    std::string code;
    std::optional<std::string_view> label;
    std::optional<std::string_view> label_native;

    static constexpr std::string_view kName = "Language";
    static constexpr auto shape() {
        return wire::fields(wire::field("code", &LanguageView::code),
                            wire::field("label", &LanguageView::label),
                            wire::field("labelNative", &LanguageView::label_native));
    }
};

struct AdInput {
    std::optional<jobs::AdSections> sections;
    std::optional<LanguageInput> language;

    static constexpr std::string_view kName = "DefaultJobAdInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("sections", &AdInput::sections),
                            wire::field("language", &AdInput::language));
    }
};

struct AdView {
    wire::JsonOf<jobs::AdSections> sections;
    LanguageView language;

    static constexpr std::string_view kName = "DefaultJobAd";
    static constexpr auto shape() {
        return wire::fields(wire::field("sections", &AdView::sections),
                            wire::field("language", &AdView::language));
    }
};

struct PropertyValueInput {
    std::optional<std::string> id;
    std::optional<std::string> label;

    static constexpr std::string_view kName = "JobPropertyValueInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("id", &PropertyValueInput::id,
                        {.min_length = 1,
                         .max_length = 256,
                         .about = "The id of a value of a list; the word null removes the value."}),
            wire::field("label", &PropertyValueInput::label, {.about = "The value of a text."}));
    }
};

struct PropertyInput {
    std::string id;
    PropertyValueInput value;

    static constexpr std::string_view kName = "JobPropertyInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &PropertyInput::id, {.min_length = 1, .max_length = 256}),
                            wire::field("value", &PropertyInput::value));
    }
};

// --- requests

struct JobInput {
    std::string title;
    std::optional<std::string> ref_number;
    std::optional<Timestamp> target_hiring_date;
    std::optional<Reference> department;
    Reference industry;
    Reference function;
    Reference experience_level;
    std::optional<Reference> type_of_employment;
    std::optional<Reference> eeo_category;
    jobs::Location location;
    std::optional<bool> is_template;
    std::optional<jobs::Compensation> compensation;
    std::optional<AdInput> job_ad;
    std::optional<std::vector<PropertyInput>> properties;
    std::optional<std::vector<Reference>> access_groups;

    static constexpr std::string_view kName = "JobInput";
    static constexpr auto shape() {
        using Self = JobInput;
        return wire::fields(
            wire::field("title", &Self::title, {.min_length = 1, .max_length = 256}),
            wire::field(
                "refNumber", &Self::ref_number,
                {.min_length = 1, .max_length = 63, .about = "Unique in the company; generated if omitted."}),
            wire::field("targetHiringDate", &Self::target_hiring_date),
            wire::field("department", &Self::department), wire::field("industry", &Self::industry),
            wire::field("function", &Self::function), wire::field("experienceLevel", &Self::experience_level),
            wire::field("typeOfEmployment", &Self::type_of_employment),
            wire::field("eeoCategory", &Self::eeo_category), wire::field("location", &Self::location),
            wire::field("template", &Self::is_template), wire::field("compensation", &Self::compensation),
            wire::field("jobAd", &Self::job_ad),
            wire::field("properties", &Self::properties,
                        {.max_items = 200,
                         .about = "Unknown properties and values are ignored and listed in X-Ignored. Of "
                                  "several values of "
                                  "a property the last one counts."}),
            wire::field(
                "accessGroups", &Self::access_groups,
                {.max_items = 100,
                 .about = "Default: the access groups of the creator; in an update, those of the job."}));
    }
    static JobInput example();
    static wire::JsonPatch patch_example();
};

// --- responses

struct JobView {
    JobId id;
    Timestamp created_on;
    Timestamp updated_on;
    Timestamp last_activity_on;
    jobs::Status status{};
    jobs::Posting posting_status{};
    wire::Stored<jobs::Summary> summary;
    wire::Stored<jobs::Details> details;
    wire::JsonOf<jobs::Creator> creator;
    AdView job_ad;
    JobActions actions;

    static constexpr std::string_view kName = "JobDetails";
    static constexpr auto shape() {
        using Self = JobView;
        return wire::fields(
            wire::field("id", &Self::id), wire::members(&Self::summary),
            wire::field("createdOn", &Self::created_on), wire::field("updatedOn", &Self::updated_on),
            wire::field("lastActivityOn", &Self::last_activity_on), wire::field("status", &Self::status),
            wire::field("postingStatus", &Self::posting_status), wire::members(&Self::details),
            wire::field("creator", &Self::creator), wire::field("jobAd", &Self::job_ad),
            wire::field("actions", &Self::actions));
    }
};

struct JobSummaryView {
    JobId id;
    Timestamp created_on;
    Timestamp updated_on;
    Timestamp last_activity_on;
    jobs::Status status{};
    jobs::Posting posting_status{};
    wire::Stored<jobs::Summary> summary;
    wire::Stored<jobs::Place> place;
    LanguageView language;
    JobDetailsAction actions;

    static constexpr std::string_view kName = "JobSummary";
    static constexpr auto shape() {
        using Self = JobSummaryView;
        return wire::fields(
            wire::field("id", &Self::id), wire::members(&Self::summary), wire::members(&Self::place),
            wire::field("createdOn", &Self::created_on), wire::field("updatedOn", &Self::updated_on),
            wire::field("lastActivityOn", &Self::last_activity_on), wire::field("status", &Self::status),
            wire::field("postingStatus", &Self::posting_status), wire::field("language", &Self::language),
            wire::field("actions", &Self::actions));
    }
};

struct JobList {
    std::int64_t limit;
    std::int64_t offset;
    wire::Cursor next_page_id;
    std::int64_t total_found;
    std::vector<JobSummaryView> content;

    static constexpr std::string_view kName = "Jobs";
    static constexpr auto shape() {
        return wire::fields(wire::field("limit", &JobList::limit), wire::field("offset", &JobList::offset),
                            wire::field("nextPageId", &JobList::next_page_id),
                            wire::field("totalFound", &JobList::total_found),
                            wire::field("content", &JobList::content));
    }
};

}  // namespace callboard::api
