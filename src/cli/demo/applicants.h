// Assigns the applications of the demo company to candidates.
#pragma once

#include <cstddef>
#include <vector>

#include "cli/demo/application_paths.h"
#include "cli/demo/seeded_random.h"

namespace callboard::cli::demo {

struct Applicant {
    std::size_t department;
    std::vector<std::size_t> paths;  // oldest first
};

// Nobody applies for a job twice, or after being hired or offered another one; transferred candidates become
// leads of another job, as long as there are leads.
std::vector<Applicant> applicants(const std::vector<ApplicationPath>& paths, SeededRandom& random);

}  // namespace callboard::cli::demo
