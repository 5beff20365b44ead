// Links to a job and its sub-resources.
#pragma once

#include <optional>
#include <string_view>

#include "api/common/resource_link.h"
#include "base/id.h"
#include "wire/shape.h"

namespace callboard::api {

using JobLink = ResourceLink<JobId>;

struct JobActions {
    JobLink details;
    JobLink hiring_team;
    JobLink publications;
    JobLink positions;
    std::optional<Action> apply_on_web;  // while the job is published

    static constexpr std::string_view kName = "JobActions";
    static constexpr auto shape() {
        using Self = JobActions;
        return wire::fields(
            wire::field("details", &Self::details), wire::field("hiringTeam", &Self::hiring_team),
            wire::field("publications", &Self::publications), wire::field("positions", &Self::positions),
            wire::field("applyOnWeb", &Self::apply_on_web));
    }
};

struct JobDetailsAction {
    JobLink details;

    static constexpr std::string_view kName = "JobLinkActions";
    static constexpr auto shape() { return wire::fields(wire::field("details", &JobDetailsAction::details)); }
};

}  // namespace callboard::api
