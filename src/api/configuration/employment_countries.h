#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "configuration/employment_countries.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct EmploymentRuleView {
    std::string_view id;
    std::string_view label;
    std::vector<std::string> country_codes;

    static constexpr std::string_view kName = "EmploymentRule";
    static constexpr auto shape() {
        using Self = EmploymentRuleView;
        return wire::fields(wire::field("id", &Self::id), wire::field("label", &Self::label),
                            wire::field("countryCodes", &Self::country_codes,
                                        {.about = "Where jobs can have it; empty: everywhere."}));
    }
};

struct EmploymentRuleList {
    std::int64_t total_found;
    std::vector<EmploymentRuleView> content;

    static constexpr std::string_view kName = "EmploymentRules";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &EmploymentRuleList::total_found),
                            wire::field("content", &EmploymentRuleList::content));
    }
};

struct EmploymentCountriesInput {
    std::vector<std::string> country_codes;

    static constexpr std::string_view kName = "EmploymentCountriesInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("countryCodes", &EmploymentCountriesInput::country_codes,
                                        {.min_length = 2,
                                         .max_length = 2,
                                         .max_items = 300,
                                         .about = "ISO 3166-1 alpha-2; empty: everywhere."}));
    }
    static EmploymentCountriesInput example() { return {.country_codes = {"at", "de"}}; }
};

EmploymentRuleList list_employment_rules(db::Snapshot& snapshot, const edge::Call<>& call);
EmploymentRuleView set_employment_countries(db::Tx& tx, const edge::Call<EmploymentCountriesInput>& call);

}  // namespace callboard::api
