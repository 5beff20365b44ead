// All SQL that lists and counts applications by status and by the time of their last move.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "candidates/application.h"
#include "candidates/application_list_request.h"
#include "db/db.h"

namespace callboard::candidates::store {

// Keyset position: the last row of the previous page.
struct MovePlace {
    Timestamp moved_at;
    JobApplicationId id;
};

struct ApplicationSelection {
    const ApplicationListRequest& asked;
    const accounts::Actor& reader;  // sees applications for some jobs only (jobs/access.h)
    std::vector<JobId> jobs;        // which the reader must see; none: all that the reader sees
    std::optional<MovePlace> after;
    std::int64_t limit = 50;
};

// An application with what a list shows of its candidate and job.
struct ApplicationLine {
    JobApplicationId id;
    CandidateId candidate;
    std::string first_name;
    std::string last_name;
    JobId job;
    std::string job_title;
    Status status{};
    std::optional<std::string> sub_status;
    std::string source;  // its label
    Timestamp created_at;
    Timestamp moved_at;
};

struct ApplicationListResult {
    std::int64_t total = 0;  // of all pages
    std::vector<MovePlace> places;
};
ApplicationListResult read_applications(db::Snapshot& snapshot, const ApplicationSelection& selection);

// In the order of the places.
std::vector<ApplicationLine> find_lines(db::Snapshot& snapshot, const std::vector<MovePlace>& places);

struct StepCount {
    Status status{};
    std::optional<std::string> sub_status;
    std::int64_t count = 0;
};
std::vector<StepCount> count_by_step(db::Snapshot& snapshot, const JobId& job);  // in no order

}  // namespace callboard::candidates::store
