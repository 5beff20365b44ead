#include <array>
#include <span>

#include "configuration/dictionary_data.h"

namespace callboard::configuration::data {
namespace {

constexpr std::array kLevels{
    Term{"associate", "Associate"},           Term{"director", "Director"},
    Term{"entry_level", "Entry Level"},       Term{"executive", "Executive"},
    Term{"internship", "Internship"},         Term{"mid_senior_level", "Mid-Senior Level"},
    Term{"not_applicable", "Not Applicable"},
};
static_assert(is_ordered<Term>(kLevels, &Term::id));

// "permanent" is how clients know full-time work.
constexpr std::array kTypes{
    Term{"contract", "Contract"},   Term{"intern", "Intern"},       Term{"part_time", "Part-time"},
    Term{"permanent", "Full-time"}, Term{"temporary", "Temporary"},
};
static_assert(is_ordered<Term>(kTypes, &Term::id));

// Those of the EEO-1 report.
constexpr std::array kCategories{
    Term{"administrative_support_workers", "Administrative Support Workers"},
    Term{"craft_workers", "Craft Workers"},
    Term{"executive_senior_level_officials_and_managers", "Executive/Senior Level Officials and Managers"},
    Term{"first_mid_level_officials_and_managers", "First/Mid Level Officials and Managers"},
    Term{"laborers_and_helpers", "Laborers and Helpers"},
    Term{"operatives", "Operatives"},
    Term{"professionals", "Professionals"},
    Term{"sales_workers", "Sales Workers"},
    Term{"service_workers", "Service Workers"},
    Term{"technicians", "Technicians"},
};
static_assert(is_ordered<Term>(kCategories, &Term::id));

}  // namespace

constinit const std::span<const Term> kExperienceLevels = kLevels;
constinit const std::span<const Term> kEmploymentTypes = kTypes;
constinit const std::span<const Term> kEeoCategories = kCategories;

}  // namespace callboard::configuration::data
