// The snapshot that a posting shows: stored as JSON in the format of the API, so that lists copy text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "wire/coordinate.h"
#include "wire/shape.h"

namespace callboard::postings {

struct PostingTerm {
    std::string id;
    std::string label;

    static constexpr std::string_view kName = "PostingTerm";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &PostingTerm::id), wire::field("label", &PostingTerm::label));
    }
};

struct PostingDepartment {
    std::string id;
    std::string label;
    std::optional<std::string> description;

    static constexpr std::string_view kName = "PostingDepartment";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &PostingDepartment::id),
                            wire::field("label", &PostingDepartment::label),
                            wire::field("description", &PostingDepartment::description));
    }
};

struct PostingLocation {
    std::string city;
    std::optional<std::string> region;
    std::string country;  // two letters, lower case
    std::optional<std::string> address;
    std::optional<std::string> postal_code;
    std::optional<wire::Coordinate> latitude;
    std::optional<wire::Coordinate> longitude;
    bool remote = false;
    bool hybrid = false;
    std::optional<std::string> hybrid_description;
    std::string full_location;  // "Atlanta, GA, United States"

    static constexpr std::string_view kName = "PostingLocation";
    static constexpr auto shape() {
        using Self = PostingLocation;
        return wire::fields(
            wire::field("city", &Self::city), wire::field("region", &Self::region),
            wire::field("country", &Self::country,
                        {.about = "The code of the country (ISO 3166-1 alpha-2) in lower case."}),
            wire::field("address", &Self::address), wire::field("postalCode", &Self::postal_code),
            wire::field("latitude", &Self::latitude), wire::field("longitude", &Self::longitude),
            wire::field("remote", &Self::remote), wire::field("hybrid", &Self::hybrid),
            wire::field("hybridDescription", &Self::hybrid_description),
            wire::field("fullLocation", &Self::full_location));
    }
};

// The value of a job property.
struct PostingField {
    std::string field_id;
    std::string field_label;
    std::optional<std::string> value_id;  // a text has none
    std::string value_label;

    static constexpr std::string_view kName = "PostingField";
    static constexpr auto shape() {
        using Self = PostingField;
        return wire::fields(
            wire::field("fieldId", &Self::field_id), wire::field("fieldLabel", &Self::field_label),
            wire::field("valueId", &Self::value_id), wire::field("valueLabel", &Self::value_label));
    }
};

struct PostingCreator {
    std::string name;

    static constexpr std::string_view kName = "PostingCreator";
    static constexpr auto shape() { return wire::fields(wire::field("name", &PostingCreator::name)); }
};

struct PostingContent {
    std::string ref_number;
    PostingLocation location;
    PostingTerm industry;
    std::optional<PostingDepartment> department;
    PostingTerm function;
    std::optional<PostingTerm> type_of_employment;
    PostingTerm experience_level;
    std::vector<PostingField> custom_field;
    PostingCreator creator;

    static constexpr auto shape() {
        using Self = PostingContent;
        return wire::fields(
            wire::field("refNumber", &Self::ref_number), wire::field("location", &Self::location),
            wire::field("industry", &Self::industry), wire::field("department", &Self::department),
            wire::field("function", &Self::function),
            wire::field("typeOfEmployment", &Self::type_of_employment),
            wire::field("experienceLevel", &Self::experience_level),
            wire::field("customField", &Self::custom_field), wire::field("creator", &Self::creator));
    }
};

}  // namespace callboard::postings
