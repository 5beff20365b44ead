// Who made which application at the demo company.
#pragma once

#include <cstddef>
#include <vector>

#include "cli/demo/courses.h"
#include "cli/demo/dice.h"

namespace callboard::cli::demo {

struct Applicant {
    std::size_t department;
    std::vector<std::size_t> courses;  // oldest first
};

// Whose courses they are. Nobody applies for a job twice, or after an offer elsewhere; who was transferred is
// the lead of another job, as long as there are leads.
std::vector<Applicant> applicants(const std::vector<Course>& courses, Dice& dice);

}  // namespace callboard::cli::demo
