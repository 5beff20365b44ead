#include "configuration/candidate_properties.h"

#include <algorithm>

namespace callboard::configuration {
namespace {

using enum PropertyContext;

constexpr std::array kProfile{profile};
constexpr std::array kUntilOffer{profile, offer_form, offer_approval_form};
constexpr std::array kUntilHire{profile, offer_form, hire_form};
constexpr std::array kOffer{offer_form, offer_approval_form};
constexpr std::array kOfferAndHire{offer_form, hire_form, offer_approval_form};
constexpr std::array kHire{hire_form};

constexpr std::array kNoticePeriods{
    Term{"none", "None"},
    Term{"two-weeks", "Two weeks"},
    Term{"one-month", "One month"},
    Term{"three-months", "Three months"},
};

constexpr std::array kWorkplaces{
    Term{"office", "Office"},
    Term{"hybrid", "Hybrid"},
    Term{"remote", "Remote"},
};

constexpr std::array kProperties{
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000001",
                      .key = "willingToRelocate",
                      .label = "Willing to relocate",
                      .type = PropertyType::boolean,
                      .full_access_only = false,
                      .contexts = kProfile,
                      .values = {}},
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000002",
                      .key = "yearsOfExperience",
                      .label = "Years of experience",
                      .type = PropertyType::number,
                      .full_access_only = false,
                      .contexts = kProfile,
                      .values = {}},
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000003",
                      .key = "expectedSalary",
                      .label = "Expected salary",
                      .type = PropertyType::currency,
                      .full_access_only = false,
                      .contexts = kUntilOffer,
                      .values = {}},
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000004",
                      .key = "noticePeriod",
                      .label = "Notice period",
                      .type = PropertyType::single_select,
                      .full_access_only = false,
                      .contexts = kUntilHire,
                      .values = kNoticePeriods},
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000005",
                      .key = "availableFrom",
                      .label = "Available from",
                      .type = PropertyType::date,
                      .full_access_only = false,
                      .contexts = kUntilHire,
                      .values = {}},
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000006",
                      .key = "targetBonus",
                      .label = "Target bonus",
                      .type = PropertyType::percent,
                      .full_access_only = true,
                      .contexts = kOffer,
                      .values = {}},
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000007",
                      .key = "workplace",
                      .label = "Workplace",
                      .type = PropertyType::single_select,
                      .full_access_only = false,
                      .contexts = kOfferAndHire,
                      .values = kWorkplaces},
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000008",
                      .key = "countryOfWork",
                      .label = "Country of work",
                      .type = PropertyType::country,
                      .full_access_only = false,
                      .contexts = kOfferAndHire,
                      .values = {}},
    CandidateProperty{.id = "01990000-0005-7000-8000-000000000009",
                      .key = "taxRegion",
                      .label = "Tax region",
                      .type = PropertyType::region,
                      .full_access_only = false,
                      .contexts = kHire,
                      .values = {}},
    CandidateProperty{.id = "01990000-0005-7000-8000-00000000000a",
                      .key = "employeeNumber",
                      .label = "Employee number",
                      .type = PropertyType::text,
                      .full_access_only = false,
                      .contexts = kHire,
                      .values = {}},
    CandidateProperty{.id = "01990000-0005-7000-8000-00000000000b",
                      .key = "mentor",
                      .label = "Mentor",
                      .type = PropertyType::user,
                      .full_access_only = false,
                      .contexts = kHire,
                      .values = {}},
};

}  // namespace

std::span<const CandidateProperty> candidate_properties() {
    return kProperties;
}

const CandidateProperty* find_candidate_property(std::string_view id_or_key) {
    const auto* const found = std::ranges::find_if(kProperties, [&](const CandidateProperty& property) {
        return property.id == id_or_key || property.key == id_or_key;
    });
    return found == kProperties.end() ? nullptr : found;
}

const Term* find_value(const CandidateProperty& property, std::string_view id) {
    const auto found = std::ranges::find(property.values, id, &Term::id);
    return found == property.values.end() ? nullptr : &*found;
}

}  // namespace callboard::configuration
