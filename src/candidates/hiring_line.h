// The way of an application through the hiring process of its job, as far as it may be walked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "candidates/application.h"
#include "configuration/hiring_process.h"

namespace callboard::candidates {

// The stage that the status is, if it has steps.
std::optional<configuration::Stage> stage_of(Status status);

bool has_step(const configuration::HiringProcess& process, Status status, std::string_view step);

// Would this move leave out a required step? From where one stands, one may go as far as the next required
// step; back, and off the line (rejected, withdrawn, transferred) always. Off the line one stands nowhere,
// and may go anywhere.
bool omits_required_step(const configuration::HiringProcess& process, Status from,
                         const std::optional<std::string>& from_step, Status to,
                         const std::optional<std::string>& to_step);

}  // namespace callboard::candidates
