// The attributes of a candidate that are not queried: stored as JSON in the format of the API, so that
// reading copies text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "candidates/profile_values.h"
#include "wire/shape.h"

namespace callboard::candidates {

struct Location {
    std::optional<std::string> country;
    std::optional<CountryCode> country_code;
    std::optional<std::string> region_code;
    std::optional<std::string> region;
    std::optional<std::string> city;
    std::optional<double> latitude;
    std::optional<double> longitude;

    static constexpr std::string_view kName = "CandidateLocation";
    static constexpr auto shape() {
        using Self = Location;
        constexpr wire::Rule kText{.min_length = 1, .max_length = 256, .one_line = true};
        return wire::fields(
            wire::field("country", &Self::country, kText), wire::field("countryCode", &Self::country_code),
            wire::field("regionCode", &Self::region_code, kText), wire::field("region", &Self::region, kText),
            wire::field("city", &Self::city, kText),
            wire::field("lat", &Self::latitude, {.min = -90, .max = 90}),
            wire::field("lng", &Self::longitude, {.min = -180, .max = 180}));
    }
};

struct WebProfile {
    std::optional<std::string> skype;
    std::optional<std::string> linkedin;
    std::optional<std::string> facebook;
    std::optional<std::string> twitter;
    std::optional<std::string> website;

    static constexpr std::string_view kName = "WebProfile";
    static constexpr auto shape() {
        using Self = WebProfile;
        constexpr wire::Rule kText{.min_length = 1, .max_length = 1000, .one_line = true};
        return wire::fields(
            wire::field("skype", &Self::skype, kText), wire::field("linkedin", &Self::linkedin, kText),
            wire::field("facebook", &Self::facebook, kText), wire::field("twitter", &Self::twitter, kText),
            wire::field("website", &Self::website, kText));
    }
};

struct Education {
    std::optional<std::string> institution;
    std::optional<std::string> degree;
    std::optional<std::string> major;
    std::optional<bool> current;
    std::optional<std::string> location;
    std::optional<PartialDate> start_date;
    std::optional<PartialDate> end_date;
    std::optional<std::string> description;

    static constexpr std::string_view kName = "Education";
    static constexpr auto shape() {
        using Self = Education;
        constexpr wire::Rule kText{.min_length = 1, .max_length = 256, .one_line = true};
        return wire::fields(
            wire::field("institution", &Self::institution, kText),
            wire::field("degree", &Self::degree, kText), wire::field("major", &Self::major, kText),
            wire::field("current", &Self::current), wire::field("location", &Self::location, kText),
            wire::field("startDate", &Self::start_date), wire::field("endDate", &Self::end_date),
            wire::field("description", &Self::description, {.max_length = 4000}));
    }
};

struct Experience {
    std::optional<std::string> title;
    std::optional<std::string> company;
    std::optional<bool> current;
    std::optional<PartialDate> start_date;
    std::optional<PartialDate> end_date;
    std::optional<std::string> location;
    std::optional<std::string> description;

    static constexpr std::string_view kName = "Experience";
    static constexpr auto shape() {
        using Self = Experience;
        constexpr wire::Rule kText{.min_length = 1, .max_length = 256, .one_line = true};
        return wire::fields(
            wire::field("title", &Self::title, kText), wire::field("company", &Self::company, kText),
            wire::field("current", &Self::current), wire::field("startDate", &Self::start_date),
            wire::field("endDate", &Self::end_date), wire::field("location", &Self::location, kText),
            wire::field("description", &Self::description, {.max_length = 4000}));
    }
};

// The part that lists contain.
struct Summary {
    std::optional<Location> location;
    std::vector<Tag> tags;

    static constexpr auto shape() {
        return wire::fields(wire::field("location", &Summary::location),
                            wire::field("tags", &Summary::tags, {.max_items = 100}));
    }
};

// The part that only a single candidate contains.
struct Details {
    std::optional<PhoneNumber> phone_number;
    std::optional<WebProfile> web;
    std::vector<Education> education;
    std::vector<Experience> experience;

    static constexpr auto shape() {
        return wire::fields(wire::field("phoneNumber", &Details::phone_number),
                            wire::field("web", &Details::web),
                            wire::field("education", &Details::education, {.max_items = 100}),
                            wire::field("experience", &Details::experience, {.max_items = 100}));
    }
};

// A candidate as given by a caller.
struct Profile {
    Name first_name;
    Name last_name;
    Email email;
    Summary summary;
    Details details;
};

// The texts of the full-text search: name, e-mail, tags, phone number, education and experience; and
// separately the location, and what is found by the beginnings of its words: the name, and the e-mail address
// without its domain, which many share.
std::string searched_text(const Profile& profile);
std::string searched_place(const Profile& profile);
std::string searched_names(const Profile& profile);

}  // namespace callboard::candidates
