// The attributes of a job that are not queried: stored as JSON in the format of the API, so that reading
// copies text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "markup/html.h"
#include "wire/coordinate.h"
#include "wire/shape.h"

namespace callboard::jobs {

// A dictionary value with the label that it had when it was chosen.
struct LabelledTerm {
    std::string id;
    std::string label;

    static constexpr std::string_view kName = "JobTerm";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &LabelledTerm::id), wire::field("label", &LabelledTerm::label));
    }
};

// The user who created the job.
struct Creator {
    UserId id;
    std::string first_name;
    std::string last_name;

    static constexpr std::string_view kName = "JobCreator";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &Creator::id), wire::field("firstName", &Creator::first_name),
                            wire::field("lastName", &Creator::last_name));
    }
};

struct DepartmentPart {
    std::string id;
    std::string label;
    std::optional<std::string> description;

    static constexpr std::string_view kName = "JobDepartment";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &DepartmentPart::id),
                            wire::field("label", &DepartmentPart::label),
                            wire::field("description", &DepartmentPart::description));
    }
};

using wire::Coordinate;

struct Location {
    std::optional<std::string> country;  // its name; set by the server, input is ignored
    std::string country_code;
    std::string city;
    std::optional<std::string> region;
    std::optional<std::string> region_code;
    std::optional<std::string> address;
    std::optional<std::string> postal_code;
    std::optional<Coordinate> latitude;
    std::optional<Coordinate> longitude;
    std::optional<bool> remote;
    std::optional<bool> hybrid;  // partly at this place
    std::optional<std::string> hybrid_description;
    std::optional<bool> manual;  // typed in rather than chosen from a map

    static constexpr std::string_view kName = "Location";
    static constexpr auto shape() {
        using Self = Location;
        return wire::fields(
            wire::field("country", &Self::country,
                        {.about = "The name of the country; derived from countryCode."}),
            wire::field("countryCode", &Self::country_code, {.min_length = 2, .max_length = 2}),
            wire::field("city", &Self::city, {.min_length = 1, .max_length = 128}),
            wire::field("region", &Self::region, {.min_length = 1, .max_length = 256}),
            wire::field("regionCode", &Self::region_code, {.min_length = 1, .max_length = 256}),
            wire::field("address", &Self::address, {.min_length = 1, .max_length = 2000}),
            wire::field("postalCode", &Self::postal_code, {.min_length = 1, .max_length = 32}),
            wire::field("latitude", &Self::latitude), wire::field("longitude", &Self::longitude),
            wire::field("remote", &Self::remote),
            wire::field("hybrid", &Self::hybrid, {.about = "Partly at this place, partly remote."}),
            wire::field("hybridDescription", &Self::hybrid_description,
                        {.min_length = 1, .max_length = 2000, .about = "Such as how many days are where."}),
            wire::field("manual", &Self::manual));
    }
    static void note_unused(const Location& location, wire::Reading& reading);
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

// The value of a property of the company (configuration/job_property.h) with the labels that both had when it
// was chosen, or have got since (property_labels.h). A text is a label without an id.
struct PropertyValuePart {
    std::optional<std::string> id;
    std::string label;

    static constexpr std::string_view kName = "JobPropertyOfJobValue";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &PropertyValuePart::id),
                            wire::field("label", &PropertyValuePart::label));
    }
};

struct PropertyPart {
    std::string id;
    std::string label;
    PropertyValuePart value;

    static constexpr std::string_view kName = "JobPropertyOfJob";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &PropertyPart::id), wire::field("label", &PropertyPart::label),
                            wire::field("value", &PropertyPart::value));
    }
};

// The part that lists contain.
struct Summary {
    std::string title;
    std::string ref_number;
    std::optional<DepartmentPart> department;
    std::optional<std::vector<PropertyPart>> properties;  // the last field: see has_properties()

    static constexpr auto shape() {
        return wire::fields(
            wire::field("title", &Summary::title), wire::field("refNumber", &Summary::ref_number),
            wire::field("department", &Summary::department), wire::field("properties", &Summary::properties));
    }
};

// The location in lists: without coordinates.
struct Place {
    Location location;

    static constexpr auto shape() { return wire::fields(wire::field("location", &Place::location)); }
};

struct GroupPart {
    std::string id;
    std::string name;

    static constexpr std::string_view kName = "AccessGroup";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &GroupPart::id), wire::field("name", &GroupPart::name));
    }
};

// The part that only a single job contains.
struct Details {
    Location location;
    std::optional<Timestamp> target_hiring_date;
    LabelledTerm industry;
    LabelledTerm function;
    LabelledTerm experience_level;
    std::optional<LabelledTerm> type_of_employment;
    std::optional<LabelledTerm> eeo_category;
    bool is_template = false;
    std::optional<Compensation> compensation;
    std::optional<std::vector<GroupPart>> access_groups;

    static constexpr auto shape() {
        using Self = Details;
        return wire::fields(
            wire::field("location", &Self::location),
            wire::field("targetHiringDate", &Self::target_hiring_date),
            wire::field("industry", &Self::industry), wire::field("function", &Self::function),
            wire::field("experienceLevel", &Self::experience_level),
            wire::field("typeOfEmployment", &Self::type_of_employment),
            wire::field("eeoCategory", &Self::eeo_category), wire::field("template", &Self::is_template),
            wire::field("compensation", &Self::compensation),
            wire::field("accessGroups", &Self::access_groups));
    }
};

// A section of a job ad. Text is sanitized HTML when written; stored text was sanitized before.
template <class Text>
struct AdSectionOf {
    std::optional<std::string> title;
    std::optional<Text> text;

    static constexpr std::string_view kName = "JobAdSection";
    static constexpr auto shape() {
        using Self = AdSectionOf;
        return wire::fields(
            wire::field("title", &Self::title, {.max_length = 256}),
            wire::field("text", &Self::text,
                        {.max_length = 24'999,
                         .about = "HTML; elements and attributes that are not allowed are removed."}));
    }
};

struct AdVideos {
    std::optional<std::string> title;
    std::vector<std::string> urls;

    static constexpr std::string_view kName = "JobAdVideos";
    static constexpr auto shape() {
        return wire::fields(wire::field("title", &AdVideos::title, {.max_length = 256}),
                            wire::field("urls", &AdVideos::urls, {.max_length = 2048, .max_items = 20}));
    }
};

// The text of a job ad.
template <class Text>
struct AdSectionsOf {
    std::optional<AdSectionOf<Text>> company_description;
    std::optional<AdSectionOf<Text>> job_description;
    std::optional<AdSectionOf<Text>> qualifications;
    std::optional<AdSectionOf<Text>> additional_information;
    std::optional<AdVideos> videos;

    static constexpr std::string_view kName = "JobAdSections";
    static constexpr auto shape() {
        using Self = AdSectionsOf;
        return wire::fields(wire::field("companyDescription", &Self::company_description),
                            wire::field("jobDescription", &Self::job_description),
                            wire::field("qualifications", &Self::qualifications),
                            wire::field("additionalInformation", &Self::additional_information),
                            wire::field("videos", &Self::videos));
    }
};

using AdSection = AdSectionOf<markup::Html>;
using AdSections = AdSectionsOf<markup::Html>;

AdSections stored_sections(std::string_view json);

struct Content {
    Summary summary;
    Details details;
    std::string ad_language;
    AdSections ad_sections;
};

}  // namespace callboard::jobs
