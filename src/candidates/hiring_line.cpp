#include "candidates/hiring_line.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace callboard::candidates {
namespace {

// A position in the hiring process: a status, or one of its steps.
struct Place {
    Status status{};
    std::string_view step;
    bool required = false;
};

std::vector<Place> line_of(std::span<const configuration::HiringStep> steps) {
    std::vector<Place> line;
    for (const Status status : {Status::lead, Status::fresh, Status::in_review, Status::interview,
                                Status::offered, Status::hired}) {
        line.push_back({.status = status, .step = {}, .required = false});
        for (const configuration::HiringStep& step : steps)
            if (step.stage == stage_of(status))
                line.push_back({.status = status, .step = step.name, .required = step.required});
    }
    return line;
}

}  // namespace

std::optional<configuration::Stage> stage_of(Status status) {
    switch (status) {
        case Status::in_review: return configuration::Stage::in_review;
        case Status::interview: return configuration::Stage::interview;
        case Status::offered: return configuration::Stage::offered;
        case Status::lead:
        case Status::fresh:
        case Status::hired:
        case Status::rejected:
        case Status::withdrawn:
        case Status::transferred: return std::nullopt;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

bool is_final(Status status) {
    return status == Status::rejected || status == Status::withdrawn || status == Status::transferred;
}

bool has_step(std::span<const configuration::HiringStep> steps, Status status, std::string_view step) {
    return std::ranges::any_of(steps, [&](const configuration::HiringStep& each) {
        return each.stage == stage_of(status) && each.name == step;
    });
}

bool omits_required_step(std::span<const configuration::HiringStep> steps, Status from,
                         const std::optional<std::string>& from_step, Status to,
                         const std::optional<std::string>& to_step) {
    const std::vector<Place> line = line_of(steps);
    const auto place_of = [&](Status status, const std::optional<std::string>& step) {
        const auto found = std::ranges::find_if(line, [&](const Place& place) {
            return place.status == status && place.step == step.value_or("");
        });
        return found == line.end() ? std::ranges::find(line, status, &Place::status) : found;
    };
    const auto end = place_of(to, to_step);
    if (end == line.end()) return false;
    const auto next = is_final(from) ? line.begin() : place_of(from, from_step) + 1;
    return next < end && std::any_of(next, end, [](const Place& place) { return place.required; });
}

}  // namespace callboard::candidates
