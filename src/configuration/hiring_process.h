// The steps of an application within a stage, in order. The API calls them sub-statuses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/names.h"

namespace callboard::configuration {

inline constexpr std::size_t kMostHiringProcesses = 120;
inline constexpr std::size_t kMostHiringSteps = 100;  // of one process

// The statuses of an application that have steps.
enum class Stage { in_review, interview, offered };

struct HiringStep {
    Stage stage{};
    std::string name;
    bool required = false;  // must not be skipped

    bool operator==(const HiringStep&) const = default;
};

struct HiringProcessDraft {
    std::string name;  // unique in its company, ignoring case
    bool active = true;
    bool is_default = false;        // of all jobs; one process of a company is it
    std::vector<HiringStep> steps;  // in the order of the stages; a name occurs once

    bool operator==(const HiringProcessDraft&) const = default;
};

struct HiringProcess : HiringProcessDraft {
    HiringProcessId id;
    std::int64_t version = 1;
};

}  // namespace callboard::configuration

template <>
struct callboard::Names<callboard::configuration::Stage> {
    using enum callboard::configuration::Stage;
    static constexpr std::array kList{std::pair{in_review, std::string_view{"IN_REVIEW"}},
                                      std::pair{interview, std::string_view{"INTERVIEW"}},
                                      std::pair{offered, std::string_view{"OFFERED"}}};
};
