// The transitions of an application that the hiring process of its job allows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "candidates/application.h"
#include "configuration/hiring_process.h"

namespace callboard::candidates {

// The stage of the status, if it has steps.
std::optional<configuration::Stage> stage_of(Status status);

bool has_step(std::span<const configuration::HiringStep> steps, Status status, std::string_view step);

// Whether the transition would skip a required step of the process. A step that was removed from the process
// counts as the beginning of its status. Allowed are steps up to the next required one, all steps
// back, and the final statuses (rejected, withdrawn, transferred), from which every transition is allowed.
bool omits_required_step(std::span<const configuration::HiringStep> steps, Status from,
                         const std::optional<std::string>& from_step, Status to,
                         const std::optional<std::string>& to_step);

}  // namespace callboard::candidates
