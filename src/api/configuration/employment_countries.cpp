#include "api/configuration/employment_countries.h"

#include <iterator>
#include <utility>

#include "configuration/translations.h"

namespace callboard::api {
namespace {

using configuration::Dictionary;

EmploymentRuleView view(configuration::EmploymentRule rule, const auto& call) {
    return {.id = rule.type.id,
            .label = configuration::label_of(Dictionary::employment_types, rule.type, call.language),
            .country_codes = std::move(rule.countries)};
}

}  // namespace

EmploymentRuleList list_employment_rules(db::Snapshot& snapshot, const edge::Call<>& call) {
    EmploymentRuleList list{};
    for (auto& rule : configuration::employment_rules(snapshot, call.actor()))
        list.content.push_back(view(std::move(rule), call));
    list.total_found = std::ssize(list.content);
    return list;
}

EmploymentRuleView set_employment_countries(db::Tx& tx, const edge::Call<EmploymentCountriesInput>& call) {
    return view(configuration::set_employment_countries(
                    tx, call.actor(), call.path.text("typeOfEmploymentId"), call.body.country_codes),
                call);
}

}  // namespace callboard::api
