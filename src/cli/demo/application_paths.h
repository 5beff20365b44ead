// The course of each application of the demo company, step by step.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "candidates/application.h"
#include "candidates/status.h"
#include "cli/demo/seeded_random.h"
#include "offers/offer.h"

namespace callboard::cli::demo {

// Moments are those of timeline.h.
struct Step {
    int moment;
    std::variant<candidates::Move, offers::OfferStatus, candidates::Onboarding> what;
};

struct ApplicationPath {
    std::size_t job;
    candidates::Status outcome;
    int begun;                // the moment of the application
    std::vector<Step> steps;  // oldest first

    int ended() const { return steps.empty() ? begun : steps.back().moment; }
};

// All courses, oldest first.
std::vector<ApplicationPath> paths(SeededRandom& random);

}  // namespace callboard::cli::demo
