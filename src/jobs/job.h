#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "configuration/department.h"

namespace callboard::jobs {

enum class Kind { job, blueprint };  // a blueprint is what the API calls a template

enum class Status { created, sourcing, filled, interview, offer, cancelled, on_hold };

// Who can see the job. "everyone" and "unlisted" are PUBLIC and PRIVATE outside; those are keywords here.
enum class Posting { not_published, internal, everyone, unlisted };

enum class Place { on_site, remote };

struct Location {
    std::string country_code;  // two letters
    std::string city;
    std::optional<std::string> region;
    std::optional<std::string> region_code;
    std::optional<std::string> address;
    std::optional<std::string> postal_code;
    std::optional<std::string> latitude;
    std::optional<std::string> longitude;
    Place place = Place::on_site;
};

struct Pay {
    std::optional<double> min;
    std::optional<double> max;
    std::optional<std::string> currency;
};

struct Person {
    UserId id;
    std::string first_name;
    std::string last_name;
};

// The ad that every job has from the beginning.
struct DefaultAd {
    JobAdId id;
    std::string language;
    std::string sections;  // JSON, as it is sent
};

struct Job {
    JobId id;
    Kind kind;
    std::string title;
    std::string ref_number;  // unique in its company
    Status status;
    Posting posting;
    std::optional<configuration::Department> department;
    std::string industry;  // ids of dictionary terms, this and the next four
    std::string function;
    std::string experience_level;
    std::optional<std::string> employment_type;
    std::optional<std::string> eeo_category;
    Location location;
    std::optional<Timestamp> target_hiring_at;
    Pay pay;
    DefaultAd ad;
    Person creator;
    Timestamp created_at;
    Timestamp updated_at;
    Timestamp last_activity_at;
};

// What a list shows of a job.
struct JobSummary {
    JobId id;
    std::string title;
    std::string ref_number;
    Status status;
    Posting posting;
    std::optional<configuration::Department> department;
    Location location;
    std::string language;
    Timestamp created_at;
    Timestamp updated_at;
    Timestamp last_activity_at;
};

}  // namespace callboard::jobs

template <>
struct callboard::Names<callboard::jobs::Kind> {
    using enum callboard::jobs::Kind;
    static constexpr std::array list{std::pair{job, std::string_view{"JOB"}},
                                     std::pair{blueprint, std::string_view{"TEMPLATE"}}};
};

template <>
struct callboard::Names<callboard::jobs::Status> {
    using enum callboard::jobs::Status;
    static constexpr std::array list{
        std::pair{created, std::string_view{"CREATED"}}, std::pair{sourcing, std::string_view{"SOURCING"}},
        std::pair{filled, std::string_view{"FILLED"}},   std::pair{interview, std::string_view{"INTERVIEW"}},
        std::pair{offer, std::string_view{"OFFER"}},     std::pair{cancelled, std::string_view{"CANCELLED"}},
        std::pair{on_hold, std::string_view{"ON_HOLD"}},
    };
};

template <>
struct callboard::Names<callboard::jobs::Posting> {
    using enum callboard::jobs::Posting;
    static constexpr std::array list{
        std::pair{not_published, std::string_view{"NOT_PUBLISHED"}},
        std::pair{internal, std::string_view{"INTERNAL"}},
        std::pair{everyone, std::string_view{"PUBLIC"}},
        std::pair{unlisted, std::string_view{"PRIVATE"}},
    };
};

template <>
struct callboard::Names<callboard::jobs::Place> {
    using enum callboard::jobs::Place;
    static constexpr std::array list{std::pair{on_site, std::string_view{"ON_SITE"}},
                                     std::pair{remote, std::string_view{"REMOTE"}}};
};
