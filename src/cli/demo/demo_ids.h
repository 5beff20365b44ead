// The entities of the demo company, referred to by index.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "accounts/actor.h"
#include "base/id.h"
#include "cli/demo/configuration.h"

namespace callboard::cli::demo {

struct DemoIds {
    std::vector<accounts::Actor> people;
    std::vector<DepartmentId> departments;
    std::vector<AccessGroupId> groups;
    // Set when they are created.
    std::optional<JobPropertyIds> job_properties;
    std::vector<std::optional<JobId>> jobs;
    std::vector<std::optional<CandidateId>> candidates;
    std::vector<std::optional<OfferId>> offers;  // by the index of the application

    const JobId& job(std::size_t number) const { return jobs.at(number).value(); }
    const CandidateId& candidate(std::size_t number) const { return candidates.at(number).value(); }
    const OfferId& offer(std::size_t number) const { return offers.at(number).value(); }

    const accounts::Actor& administrator() const { return people.front(); }  // recruits for all jobs

    // Managers and interviewers are assigned to jobs in rotation.
    const accounts::Actor& manager(std::size_t job) const { return people.at(1 + job % 2 * 4); }
    const accounts::Actor& interviewer(std::size_t job) const {
        return people.at(job % 3 == 0 ? 3 : 2 + job % 2 * 4);
    }
};

}  // namespace callboard::cli::demo
