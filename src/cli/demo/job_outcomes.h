// The numbers of applications for the jobs of the demo company.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "candidates/application.h"
#include "cli/demo/data.h"

namespace callboard::cli::demo {

inline constexpr int kCandidates = 500;
inline constexpr int kInPool = 40;  // candidates without an application

inline constexpr int kFounded = 160;  // days ago

// In the order of the columns below.
inline constexpr auto kOutcomes = [] {
    using enum candidates::Status;
    return std::array{lead, fresh, in_review, interview, offered, hired, rejected, withdrawn, transferred};
}();

struct JobOutcomes {
    int opened;  // days ago
    int closed;  // days ago: no change since; 0: still in progress
    std::array<int, kOutcomes.size()> outcomes;
};

// In the order of kJobs. Candidates determine the status of their job: a job in SOURCING has no interviews.
// clang-format off
inline constexpr std::array kJobOutcomes{
    //         opened closed   lead new rev. int. off. hired rej. wdr. transf.
    JobOutcomes{ 60,   0,     {6,  34, 16,  0,   0,   0,    28,  4,   2}},  // Line Cook
    JobOutcomes{ 75,   0,     {3,   9,  7,  6,   0,   0,    16,  2,   2}},  // Sous Chef
    JobOutcomes{ 90,   0,     {1,   6,  4,  4,   3,   0,    18,  3,   1}},  // Pastry Chef
    JobOutcomes{150,  70,     {0,   0,  0,  0,   0,   2,    46,  8,   4}},  // Kitchen Porter
    JobOutcomes{  6,   0,     {}},                                          // Head Chef
    JobOutcomes{ 40,   0,     {8,  17,  9,  0,   0,   0,    13,  2,   1}},  // Restaurant Manager
    JobOutcomes{110,  45,     {2,   4,  3,  2,   1,   0,     6,  1,   1}},  // Sommelier
    JobOutcomes{145,  85,     {0,   0,  0,  0,   0,   1,    34,  7,   3}},  // Bartender
    JobOutcomes{ 70,   0,     {4,  24, 12,  9,   0,   0,    27,  6,   3}},  // Waiter
    JobOutcomes{  4,   0,     {}},                                          // Host
    JobOutcomes{ 35,   0,     {4,   8,  5,  0,   0,   0,     6,  1,   1}},  // Buyer, Fish and Seafood
    JobOutcomes{135,  65,     {0,   0,  0,  0,   0,   2,    29,  6,   3}},  // Van Driver
    JobOutcomes{120,  90,     {0,   0,  0,  0,   0,   0,    11,  3,   1}},  // Stock Controller
    JobOutcomes{ 80,   0,     {5,  13,  8,  8,   0,   0,    17,  3,   1}},  // Backend Engineer
    JobOutcomes{  9,   0,     {}},                                          // Data Analyst
    JobOutcomes{100,   0,     {2,   6,  4,  4,   3,   0,    17,  3,   1}},  // Site Reliability Engineer
    JobOutcomes{115,  50,     {1,  13,  7,  4,   0,   0,    17,  2,   1}},  // Design Intern
    JobOutcomes{ 30,   0,     {4,   7,  4,  0,   0,   0,     4,  1,   0}},  // Talent Partner
    JobOutcomes{  3,   0,     {}},                                          // Payroll Specialist
    JobOutcomes{ 95,   0,     {1,   5,  3,  3,   2,   1,    13,  2,   0}},  // Training Lead
};
// clang-format on
static_assert(kJobOutcomes.size() == kJobs.size());
static_assert(std::ranges::max(kJobOutcomes, {}, &JobOutcomes::opened).opened < kFounded);

constexpr int applications_of(const JobOutcomes& job_outcomes) {
    return std::accumulate(job_outcomes.outcomes.begin(), job_outcomes.outcomes.end(), 0);
}
inline constexpr int kApplications =
    std::transform_reduce(kJobOutcomes.begin(), kJobOutcomes.end(), 0, std::plus{}, applications_of);
static_assert(kApplications == 705);

}  // namespace callboard::cli::demo
