// Jobs as the API takes and shows them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/actions.h"
#include "base/clock.h"
#include "base/id.h"
#include "jobs/job.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

// --- parts

struct Reference {
    std::string id;

    static constexpr auto shape() {
        return wire::fields(wire::field("id", &Reference::id, {.min_length = 1, .max_length = 256}));
    }
};

struct Labelled {
    std::string id;
    std::string label;

    static constexpr auto shape() {
        return wire::fields(wire::field("id", &Labelled::id), wire::field("label", &Labelled::label));
    }
};

struct LocationInput {
    std::string country_code;
    std::string city;
    std::optional<std::string> region;
    std::optional<std::string> region_code;
    std::optional<std::string> address;
    std::optional<std::string> postal_code;
    std::optional<std::string> latitude;
    std::optional<std::string> longitude;
    std::optional<bool> remote;

    static constexpr std::string_view kName = "LocationInput";
    static constexpr auto shape() {
        using Self = LocationInput;
        return wire::fields(
            wire::field("countryCode", &Self::country_code, {.min_length = 2, .max_length = 2}),
            wire::field("city", &Self::city, {.min_length = 1, .max_length = 128}),
            wire::field("region", &Self::region, {.min_length = 1, .max_length = 256}),
            wire::field("regionCode", &Self::region_code, {.min_length = 1, .max_length = 256}),
            wire::field("address", &Self::address, {.min_length = 1, .max_length = 2000}),
            wire::field("postalCode", &Self::postal_code, {.min_length = 1, .max_length = 32}),
            wire::field("latitude", &Self::latitude, {.min_length = 1, .max_length = 32}),
            wire::field("longitude", &Self::longitude, {.min_length = 1, .max_length = 32}),
            wire::field("remote", &Self::remote));
    }
};

struct LocationView {
    std::string country_code;
    std::string city;
    std::optional<std::string> region;
    std::optional<std::string> region_code;
    std::optional<std::string> address;
    std::optional<std::string> postal_code;
    std::optional<std::string> latitude;
    std::optional<std::string> longitude;
    bool remote;

    static constexpr std::string_view kName = "Location";
    static constexpr auto shape() {
        using Self = LocationView;
        return wire::fields(
            wire::field("countryCode", &Self::country_code), wire::field("city", &Self::city),
            wire::field("region", &Self::region), wire::field("regionCode", &Self::region_code),
            wire::field("address", &Self::address), wire::field("postalCode", &Self::postal_code),
            wire::field("latitude", &Self::latitude), wire::field("longitude", &Self::longitude),
            wire::field("remote", &Self::remote));
    }
};

struct Compensation {
    std::optional<double> min;
    std::optional<double> max;
    std::optional<std::string> currency;

    static constexpr std::string_view kName = "Compensation";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("min", &Compensation::min), wire::field("max", &Compensation::max),
            wire::field("currency", &Compensation::currency, {.min_length = 1, .max_length = 16}));
    }
};

struct AdSection {
    std::optional<std::string> title;
    std::optional<std::string> text;

    static constexpr auto shape() {
        return wire::fields(wire::field("title", &AdSection::title, {.max_length = 256}),
                            wire::field("text", &AdSection::text, {.max_length = 24'999, .about = "HTML"}));
    }
};

struct AdVideos {
    std::vector<std::string> urls;

    static constexpr auto shape() {
        return wire::fields(wire::field("urls", &AdVideos::urls, {.max_length = 2048, .max_items = 20}));
    }
};

struct AdSections {
    std::optional<AdSection> company_description;
    std::optional<AdSection> job_description;
    std::optional<AdSection> qualifications;
    std::optional<AdSection> additional_information;
    std::optional<AdVideos> videos;

    static constexpr std::string_view kName = "JobAdSections";
    static constexpr auto shape() {
        return wire::fields(wire::field("companyDescription", &AdSections::company_description),
                            wire::field("jobDescription", &AdSections::job_description),
                            wire::field("qualifications", &AdSections::qualifications),
                            wire::field("additionalInformation", &AdSections::additional_information),
                            wire::field("videos", &AdSections::videos));
    }
};

struct LanguageInput {
    std::string code;

    static constexpr auto shape() {
        return wire::fields(wire::field("code", &LanguageInput::code, {.min_length = 1, .max_length = 16}));
    }
};

struct LanguageView {
    std::string code;
    std::optional<std::string> label;
    std::optional<std::string> label_native;

    static constexpr std::string_view kName = "Language";
    static constexpr auto shape() {
        return wire::fields(wire::field("code", &LanguageView::code),
                            wire::field("label", &LanguageView::label),
                            wire::field("labelNative", &LanguageView::label_native));
    }
};

struct AdInput {
    std::optional<AdSections> sections;
    std::optional<LanguageInput> language;

    static constexpr auto shape() {
        return wire::fields(wire::field("sections", &AdInput::sections),
                            wire::field("language", &AdInput::language));
    }
};

struct AdView {
    wire::RawJson sections;
    LanguageView language;

    static constexpr auto shape() {
        return wire::fields(wire::field("sections", &AdView::sections),
                            wire::field("language", &AdView::language));
    }
};

struct DepartmentPart {
    DepartmentId id;
    std::string label;
    std::optional<std::string> description;

    static constexpr auto shape() {
        return wire::fields(wire::field("id", &DepartmentPart::id),
                            wire::field("label", &DepartmentPart::label),
                            wire::field("description", &DepartmentPart::description));
    }
};

struct CreatorView {
    UserId id;
    std::string first_name;
    std::string last_name;

    static constexpr auto shape() {
        return wire::fields(wire::field("id", &CreatorView::id),
                            wire::field("firstName", &CreatorView::first_name),
                            wire::field("lastName", &CreatorView::last_name));
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
    LocationInput location;
    std::optional<bool> is_template;
    std::optional<Compensation> compensation;
    std::optional<AdInput> job_ad;

    static constexpr std::string_view kName = "JobInput";
    static constexpr auto shape() {
        using Self = JobInput;
        return wire::fields(
            wire::field("title", &Self::title, {.min_length = 1, .max_length = 256}),
            wire::field("refNumber", &Self::ref_number,
                        {.min_length = 1,
                         .max_length = 63,
                         .about = "Unique in the company; made when it is left out."}),
            wire::field("targetHiringDate", &Self::target_hiring_date),
            wire::field("department", &Self::department), wire::field("industry", &Self::industry),
            wire::field("function", &Self::function), wire::field("experienceLevel", &Self::experience_level),
            wire::field("typeOfEmployment", &Self::type_of_employment),
            wire::field("eeoCategory", &Self::eeo_category), wire::field("location", &Self::location),
            wire::field("template", &Self::is_template), wire::field("compensation", &Self::compensation),
            wire::field("jobAd", &Self::job_ad));
    }
    static JobInput example();
};

struct PublicationInput {
    std::optional<jobs::Posting> visibility;
    std::optional<bool> aggregators;

    static constexpr std::string_view kName = "PublicationInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("visibility", &PublicationInput::visibility,
                                        {.about = "PUBLIC, the default, or INTERNAL."}),
                            wire::field("aggregators", &PublicationInput::aggregators,
                                        {.about = "Also on free job boards; true by default."}));
    }
    static PublicationInput example() { return {.visibility = jobs::Posting::everyone, .aggregators = true}; }
};

enum class JobOrder { usual, job_id };

struct JobListQuery {
    std::int64_t limit = 10;
    std::int64_t offset = 0;
    std::optional<std::string> page_id;
    JobOrder sort = JobOrder::usual;

    static constexpr auto shape() {
        using Self = JobListQuery;
        return wire::fields(
            wire::field("limit", &Self::limit, {.min = 1, .max = 100}),
            wire::field("offset", &Self::offset,
                        {.min = 0, .max = 10'000'000, .about = "Prefer pageId for deep pages."}),
            wire::field("pageId", &Self::page_id,
                        {.about = "The nextPageId of the page before, with the same sort."}),
            wire::field("sort", &Self::sort,
                        {.about = "default: newest first; job_id: by id, oldest first."}));
    }
};

// --- responses

struct JobView {
    JobId id;
    std::string title;
    std::string ref_number;
    Timestamp created_on;
    Timestamp updated_on;
    Timestamp last_activity_on;
    std::optional<DepartmentPart> department;
    LocationView location;
    jobs::Status status;
    jobs::Posting posting_status;
    std::optional<Timestamp> target_hiring_date;
    Labelled industry;
    Labelled function;
    Labelled experience_level;
    std::optional<Labelled> type_of_employment;
    std::optional<Labelled> eeo_category;
    bool is_template;
    CreatorView creator;
    std::optional<Compensation> compensation;
    AdView job_ad;
    JobActions actions;

    static constexpr std::string_view kName = "JobDetails";
    static constexpr auto shape() {
        using Self = JobView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("title", &Self::title),
            wire::field("refNumber", &Self::ref_number), wire::field("createdOn", &Self::created_on),
            wire::field("updatedOn", &Self::updated_on),
            wire::field("lastActivityOn", &Self::last_activity_on),
            wire::field("department", &Self::department), wire::field("location", &Self::location),
            wire::field("status", &Self::status), wire::field("postingStatus", &Self::posting_status),
            wire::field("targetHiringDate", &Self::target_hiring_date),
            wire::field("industry", &Self::industry), wire::field("function", &Self::function),
            wire::field("experienceLevel", &Self::experience_level),
            wire::field("typeOfEmployment", &Self::type_of_employment),
            wire::field("eeoCategory", &Self::eeo_category), wire::field("template", &Self::is_template),
            wire::field("creator", &Self::creator), wire::field("compensation", &Self::compensation),
            wire::field("jobAd", &Self::job_ad), wire::field("actions", &Self::actions));
    }
};

struct JobSummaryView {
    JobId id;
    std::string title;
    std::string ref_number;
    Timestamp created_on;
    Timestamp updated_on;
    Timestamp last_activity_on;
    std::optional<DepartmentPart> department;
    LocationView location;
    jobs::Status status;
    jobs::Posting posting_status;
    LanguageView language;
    JobActions actions;

    static constexpr std::string_view kName = "JobSummary";
    static constexpr auto shape() {
        using Self = JobSummaryView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("title", &Self::title),
            wire::field("refNumber", &Self::ref_number), wire::field("createdOn", &Self::created_on),
            wire::field("updatedOn", &Self::updated_on),
            wire::field("lastActivityOn", &Self::last_activity_on),
            wire::field("department", &Self::department), wire::field("location", &Self::location),
            wire::field("status", &Self::status), wire::field("postingStatus", &Self::posting_status),
            wire::field("language", &Self::language), wire::field("actions", &Self::actions));
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

template <>
struct callboard::Names<callboard::api::JobOrder> {
    using enum callboard::api::JobOrder;
    static constexpr std::array list{std::pair{usual, std::string_view{"default"}},
                                     std::pair{job_id, std::string_view{"job_id"}}};
};
