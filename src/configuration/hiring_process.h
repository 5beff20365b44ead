// The steps of an application within a stage, in order. The API calls them sub-statuses.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace callboard::configuration {

// The statuses of an application that have steps.
enum class Stage { in_review, interview, offered };

struct HiringStep {
    Stage stage;
    std::string_view name;
    bool required;  // must not be skipped
};

struct HiringProcess {
    std::string_view id;
    std::string_view name;
    std::span<const HiringStep> steps;  // in order
};

std::span<const HiringProcess> hiring_processes();
const HiringProcess* find_hiring_process(std::string_view id);
const HiringProcess& default_hiring_process();  // of jobs without a chosen process

}  // namespace callboard::configuration

template <>
struct callboard::Names<callboard::configuration::Stage> {
    using enum callboard::configuration::Stage;
    static constexpr std::array kList{std::pair{in_review, std::string_view{"IN_REVIEW"}},
                                      std::pair{interview, std::string_view{"INTERVIEW"}},
                                      std::pair{offered, std::string_view{"OFFERED"}}};
};
