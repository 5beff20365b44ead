// Screening answers, properties and sources of the demo candidates.
#pragma once

#include <cstddef>
#include <vector>

#include "accounts/actor.h"
#include "base/clock.h"
#include "candidates/application.h"
#include "candidates/properties.h"
#include "candidates/screening.h"
#include "candidates/source_choice.h"
#include "cli/demo/data.h"
#include "cli/demo/seeded_random.h"
#include "wire/text_map.h"

namespace callboard::cli::demo {

// Midnight, `days` days later.
Timestamp day_after(Timestamp time, int days);

candidates::ScreeningAnswers screening_answers(const DemoJob& job, SeededRandom& random);

// Values of the custom properties, for a candidate of a department.
std::vector<candidates::PropertyChange> profile_properties(std::size_t department, Timestamp now,
                                                           SeededRandom& random);

// The source of an application or a lead for the job. Referrals are by one of these users.
candidates::SourceChoice source(const DemoJob& job, candidates::Status outcome,
                                const std::vector<accounts::Actor>& people, SeededRandom& random);

wire::TextMap offer_terms(const DemoJob& job, Timestamp now, SeededRandom& random);

}  // namespace callboard::cli::demo
