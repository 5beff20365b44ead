// Paths of candidates and their applications, and the ids in them.
#pragma once

#include <optional>
#include <string>

#include "base/id.h"
#include "edge/call.h"

namespace callboard::api {

inline std::string path_of(const CandidateId& id) {
    return "/candidates/" + std::string{id.text()};
}

inline std::string path_of(const CandidateId& id, const JobId& job) {
    return path_of(id) + "/jobs/" + std::string{job.text()};
}

inline CandidateId candidate_id(const edge::PathParams& path) {
    return path.id<CandidateId>("candidateId", "CANDIDATE_NOT_FOUND");
}

// The job of an application; `absent` is the error code if the id in the path is malformed.
inline JobId applied_job_id(const edge::PathParams& path, const char* absent = "APPLICATION_NOT_FOUND") {
    return path.id<JobId>("jobId", absent);
}

// Which application an operation is about: the one for the job in its path, or the candidate's primary one.
enum class ApplicationChoice { of_job, primary };

template <ApplicationChoice choice>
std::optional<JobId> job_if_named(const edge::PathParams& path, const char* absent) {
    if constexpr (choice == ApplicationChoice::primary) return std::nullopt;
    return applied_job_id(path, absent);
}

}  // namespace callboard::api
