#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"

namespace callboard::jobs {

enum class Kind { job, blueprint };  // a blueprint is a template in the API

enum class Status { created, sourcing, filled, interview, offer, cancelled, on_hold };

// Who can see the job. `everyone` and `unlisted` are PUBLIC and PRIVATE in the API; those words are keywords
// of C++.
enum class Posting { not_published, internal, everyone, unlisted };

// The attributes of a job that the domain logic needs.
struct Job {
    JobId id;
    Kind kind{};
    Status status{};
    Posting posting{};
    JobAdId default_ad;
    UserId creator;
};

struct Times {
    Timestamp created_at;
    Timestamp updated_at;
    Timestamp last_activity_at;
};

// A job with the attributes that the API returns, mostly as stored JSON (job_content.h).
struct JobRecord {
    std::string creator;
    Status status{};
    Posting posting{};
    Times times;
    std::string summary;
    std::string details;
    std::string ad_language;
    std::string ad_sections;
    std::optional<std::string> posting_link;  // of the default ad, while it is published (postings/links.h)
};

struct StatusChange {
    Status status{};
    UserId user;
    Timestamp at;
};

// A job as a row of a list.
struct JobLine {
    JobId id;
    Status status{};
    Posting posting{};
    Times times;
    std::string summary;
    std::string place;
    std::string ad_language;
};

}  // namespace callboard::jobs

template <>
struct callboard::Names<callboard::jobs::Kind> {
    using enum callboard::jobs::Kind;
    static constexpr std::array kList{std::pair{job, std::string_view{"JOB"}},
                                      std::pair{blueprint, std::string_view{"TEMPLATE"}}};
};

template <>
struct callboard::Names<callboard::jobs::Status> {
    using enum callboard::jobs::Status;
    static constexpr std::string_view kName = "JobStatusName";
    static constexpr std::array kList{
        std::pair{created, std::string_view{"CREATED"}}, std::pair{sourcing, std::string_view{"SOURCING"}},
        std::pair{filled, std::string_view{"FILLED"}},   std::pair{interview, std::string_view{"INTERVIEW"}},
        std::pair{offer, std::string_view{"OFFER"}},     std::pair{cancelled, std::string_view{"CANCELLED"}},
        std::pair{on_hold, std::string_view{"ON_HOLD"}},
    };
};

template <>
struct callboard::Names<callboard::jobs::Posting> {
    using enum callboard::jobs::Posting;
    static constexpr std::string_view kName = "PostingStatus";
    static constexpr std::array kList{
        std::pair{not_published, std::string_view{"NOT_PUBLISHED"}},
        std::pair{internal, std::string_view{"INTERNAL"}},
        std::pair{everyone, std::string_view{"PUBLIC"}},
        std::pair{unlisted, std::string_view{"PRIVATE"}},
    };
};
