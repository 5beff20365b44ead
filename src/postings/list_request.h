// The query parameters of the list of postings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "wire/list_parameters.h"

namespace callboard::postings {

// Internal postings are for employees. `either` has the internal postings of a job instead of its public
// ones.
enum class Destination { everyone, internal, either };

enum class LocationType { remote, onsite, hybrid, any };

// Any of the values of a job property: custom_field.ID=VALUE,VALUE
struct FieldFilter {
    std::string field;
    std::vector<std::string> values;
};

inline constexpr std::int64_t kMostPostings = 100;  // of a page
inline constexpr std::size_t kMostFieldFilters = 20;

// A filter without values is not applied.
struct ListRequest {
    std::optional<std::string> text;
    std::int64_t limit = kMostPostings;
    std::int64_t offset = 0;
    Destination destination = Destination::everyone;
    std::vector<LocationType> location_types;
    std::optional<std::string> country;
    std::optional<std::string> region;
    std::optional<std::string> city;
    std::vector<std::string> departments;
    std::optional<JobAdId> ad;
    std::vector<std::string> languages;
    std::optional<Timestamp> released_after;
    std::vector<FieldFilter> fields;  // see take_open_parameter()

    static constexpr std::string_view kOpenPrefix = "custom_field.";
    // A parameter whose name begins with kOpenPrefix; `name` is the rest of it.
    void take_open_parameter(std::string_view name, const std::vector<std::string_view>& values,
                             wire::Reading& reading);

    static constexpr auto shape() {
        using Self = ListRequest;
        return wire::fields(
            wire::field("q", &Self::text,
                        {.max_length = 256, .about = "Beginnings of words of title and location."}),
            wire::field("limit", &Self::limit,
                        {.min = 1, .max = 1'000'000, .about = "More than 100 means 100, the default."}),
            wire::offset_field(&Self::offset),
            wire::field(
                "destination", &Self::destination,
                {.about = "INTERNAL and INTERNAL_OR_PUBLIC need a credential or session of the company. "
                          "INTERNAL_OR_PUBLIC prefers the internal postings of a job."}),
            wire::field(
                "locationType", &Self::location_types,
                {.max_items = 4, .about = "A job that is remote and hybrid is REMOTE. ANY is every job."}),
            wire::field("country", &Self::country, {.max_length = 16, .about = "The code, in any case."}),
            wire::field("region", &Self::region,
                        {.max_length = 256, .about = "The name or the code, in any case."}),
            wire::field("city", &Self::city, {.max_length = 128, .about = "In any case."}),
            wire::field("department", &Self::departments,
                        {.max_length = 64, .max_items = 100, .about = "The id."}),
            wire::field("jobAdId", &Self::ad),
            wire::field("language", &Self::languages, {.max_length = 16, .max_items = 100}),
            wire::field("releasedAfter", &Self::released_after));
    }
};

}  // namespace callboard::postings

template <>
struct callboard::Names<callboard::postings::Destination> {
    using enum callboard::postings::Destination;
    static constexpr std::string_view kName = "PostingDestination";
    static constexpr std::array kList{std::pair{everyone, std::string_view{"PUBLIC"}},
                                      std::pair{internal, std::string_view{"INTERNAL"}},
                                      std::pair{either, std::string_view{"INTERNAL_OR_PUBLIC"}}};
};

template <>
struct callboard::Names<callboard::postings::LocationType> {
    using enum callboard::postings::LocationType;
    static constexpr std::string_view kName = "PostingLocationType";
    static constexpr std::array kList{
        std::pair{remote, std::string_view{"REMOTE"}}, std::pair{onsite, std::string_view{"ONSITE"}},
        std::pair{hybrid, std::string_view{"HYBRID"}}, std::pair{any, std::string_view{"ANY"}}};
};
