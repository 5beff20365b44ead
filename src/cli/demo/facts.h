// What the demo company writes down of its candidates.
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
#include "cli/demo/dice.h"
#include "wire/text_map.h"

namespace callboard::cli::demo {

// Midnight, so many days later.
Timestamp day_after(Timestamp time, int days);

// What a candidate answers to the questions of a job.
candidates::ScreeningAnswers screening_answers(const DemoJob& job, Dice& dice);

// In the company's own fields, of a candidate for a job of a department.
std::vector<candidates::PropertyChange> profile_properties(std::size_t department, Timestamp now, Dice& dice);

// How somebody came who applied for the job, or is its lead. Referrals are by one of these people.
candidates::SourceChoice source(const DemoJob& job, candidates::Status outcome,
                                const std::vector<accounts::Actor>& people, Dice& dice);

wire::TextMap offer_terms(const DemoJob& job, Timestamp now, Dice& dice);

}  // namespace callboard::cli::demo
