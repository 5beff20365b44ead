// Paths of jobs, job ads and users, and the ids in them.
#pragma once

#include <string>

#include "api/common/actions.h"
#include "base/id.h"
#include "edge/call.h"

namespace callboard::api {

inline std::string path_of(const JobId& id) {
    return "/jobs/" + std::string{id.text()};
}

inline JobId job_id(const edge::PathParams& path) {
    return path.id<JobId>("jobId", "JOB_NOT_FOUND");
}

inline JobAdId job_ad_id(const edge::PathParams& path) {
    return path.id<JobAdId>("jobAdId", "JOBAD_NOT_FOUND");
}

inline std::string path_of_user(const UserId& id) {
    return "/user-api/v201804/users/" + std::string{id.text()};
}

}  // namespace callboard::api
