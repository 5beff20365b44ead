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

// Final statuses (rejected, withdrawn, transferred) are outside of the hiring process.
bool is_final(Status status);

// Whether the transition would skip a required step of the process. A step that was removed from the process
// counts as the beginning of its status. Allowed are steps up to the next required one, all steps
// back, and the final statuses. The status from which an application came to a final one must be given for
// `from`: of a final status, the transition begins before the first status of the process.
bool omits_required_step(std::span<const configuration::HiringStep> steps, Status from,
                         const std::optional<std::string>& from_step, Status to,
                         const std::optional<std::string>& to_step);

}  // namespace callboard::candidates
