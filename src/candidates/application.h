// The application of a candidate for a job.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "configuration/sources.h"

namespace callboard::candidates {

// A lead has not applied. `fresh` is NEW in the API; `new` is a keyword of C++.
enum class Status { lead, fresh, in_review, interview, offered, hired, rejected, withdrawn, transferred };

enum class Onboarding { ready, successful, failed };

struct Application {
    JobApplicationId id;
    CandidateId candidate;
    JobId job;
    Status status = Status::fresh;
    std::optional<std::string> sub_status;  // a step of the hiring process
    std::optional<std::string> reason;      // id of the reason of a rejection or withdrawal
    std::optional<Timestamp> starts_at;     // first day of work
    configuration::Source source;
    std::optional<Onboarding> onboarding;
    Timestamp created_at;
    std::int64_t change_number = 0;  // largest for the application of the candidate that changed last
};

struct StatusChange {
    Status status{};
    std::optional<std::string> sub_status;
    Timestamp at;
};

// An application with the attributes of its job that are displayed.
struct Assignment : Application {
    std::string job_title;
};

inline bool is_active(const Application& application) {
    return application.status != Status::lead;
}

// The active application that changed last, else any that changed last; null if there is none.
const Assignment* primary_of(const std::vector<Assignment>& assignments);

}  // namespace callboard::candidates

template <>
struct callboard::Names<callboard::candidates::Status> {
    using enum callboard::candidates::Status;
    static constexpr std::string_view kName = "ApplicationStatus";
    static constexpr std::array kList{std::pair{lead, std::string_view{"LEAD"}},
                                      std::pair{fresh, std::string_view{"NEW"}},
                                      std::pair{in_review, std::string_view{"IN_REVIEW"}},
                                      std::pair{interview, std::string_view{"INTERVIEW"}},
                                      std::pair{offered, std::string_view{"OFFERED"}},
                                      std::pair{hired, std::string_view{"HIRED"}},
                                      std::pair{rejected, std::string_view{"REJECTED"}},
                                      std::pair{withdrawn, std::string_view{"WITHDRAWN"}},
                                      std::pair{transferred, std::string_view{"TRANSFERRED"}}};
};

template <>
struct callboard::Names<callboard::candidates::Onboarding> {
    using enum callboard::candidates::Onboarding;
    static constexpr std::string_view kName = "OnboardingStatus";
    static constexpr std::array kList{std::pair{ready, std::string_view{"READY_TO_ONBOARD"}},
                                      std::pair{successful, std::string_view{"ONBOARDING_SUCCESSFUL"}},
                                      std::pair{failed, std::string_view{"ONBOARDING_FAILED"}}};
};
