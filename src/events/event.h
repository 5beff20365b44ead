// Every fact the platform tells its subscribers, in one list. A new event is a
// struct here, a member of DomainEvent, and whatever the compiler then asks for.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "base/id.h"

namespace callboard::events {

struct JobCreated {
    static constexpr std::string_view kName = "job.created";
    JobId id;
};

struct JobUpdated {
    static constexpr std::string_view kName = "job.updated";
    JobId id;
};

struct JobStatusUpdated {
    static constexpr std::string_view kName = "job.status.updated";
    JobId id;
};

struct JobHiringTeamUpdated {
    static constexpr std::string_view kName = "job.hiring-team.updated";
    JobId id;
};

struct JobAdCreated {
    static constexpr std::string_view kName = "job.ad.created";
    JobId job_id;
    JobAdId job_ad_id;
};

struct JobAdUpdated {
    static constexpr std::string_view kName = "job.ad.updated";
    JobId job_id;
    JobAdId job_ad_id;
};

struct JobAdPostingsUpdated {
    static constexpr std::string_view kName = "job.ad.postings.updated";
    JobId job_id;
    JobAdId job_ad_id;
};

struct PositionCreated {
    static constexpr std::string_view kName = "position.created";
    JobId job_id;
    PositionId position_id;
};

struct PositionUpdated {
    static constexpr std::string_view kName = "position.updated";
    JobId job_id;
    PositionId position_id;
};

struct PositionDeleted {
    static constexpr std::string_view kName = "position.deleted";
    JobId job_id;
    PositionId position_id;
};

using DomainEvent =
    std::variant<JobCreated, JobUpdated, JobStatusUpdated, JobHiringTeamUpdated, JobAdCreated, JobAdUpdated,
                 JobAdPostingsUpdated, PositionCreated, PositionUpdated, PositionDeleted>;

std::string_view name_of(const DomainEvent& event);

// The body that subscribers receive: compact JSON, fields in snake_case, and always `id`, the main resource.
std::string payload_of(const DomainEvent& event);

}  // namespace callboard::events
