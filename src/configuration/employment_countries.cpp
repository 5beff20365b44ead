#include "configuration/employment_countries.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "accounts/company_store.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/access.h"
#include "configuration/employment_country_store.h"
#include "events/audit_log.h"

namespace callboard::configuration {
namespace {

std::vector<std::string> checked_codes(const std::vector<std::string>& countries) {
    std::vector<std::string> codes;
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < countries.size(); ++i) {
        const Country* const found = find_country(countries[i]);
        if (found)
            codes.emplace_back(found->code);
        else
            faults.push_back({"COUNTRY_NOT_FOUND", "country " + in_quotes(countries[i]) + " does not exist",
                              "/countryCodes/" + std::to_string(i)});
    }
    if (!faults.empty()) throw Error{ErrorKind::invalid_request, std::move(faults)};
    std::ranges::sort(codes);
    const auto repeated = std::ranges::unique(codes);
    codes.erase(repeated.begin(), repeated.end());
    return codes;
}

std::string joined(const std::vector<std::string>& codes) {
    std::string text;
    for (const std::string& code : codes) text.append(text.empty() ? "" : ",").append(code);
    return text;
}

}  // namespace

bool is_employment_allowed(db::Snapshot& snapshot, std::string_view type, std::string_view country) {
    const auto countries = store::list_employment_countries(snapshot, type);
    const Country* const known = find_country(country);
    return countries.empty() || (known && std::ranges::binary_search(countries, known->code));
}

std::vector<EmploymentRule> employment_rules(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_reading(actor);
    std::vector<EmploymentRule> rules;
    for (const Term& type : terms(Dictionary::employment_types))
        rules.push_back({.type = type, .countries = store::list_employment_countries(snapshot, type.id)});
    return rules;
}

EmploymentRule set_employment_countries(db::Tx& tx, const accounts::Actor& actor, std::string_view type,
                                        const std::vector<std::string>& countries) {
    require_changing(actor);
    const Term* const known = find_term(Dictionary::employment_types, type);
    if (!known) throw not_found("TYPE_OF_EMPLOYMENT_NOT_FOUND");
    auto codes = checked_codes(countries);
    accounts::store::lock_company(tx);  // two administrators at once
    const auto before = store::list_employment_countries(tx, known->id);
    if (before != codes) {
        store::replace_employment_countries(tx, known->id, codes);
        events::audit(tx, actor,
                      {.name = "TYPE_OF_EMPLOYMENT_UPDATED",
                       .entity_type = "COMPANY",
                       .entity_id = tx.company().text(),
                       .context = {{"typeOfEmploymentId", std::string{known->id}},
                                   {"previous", joined(before)},
                                   {"current", joined(codes)}}});
    }
    return {.type = *known, .countries = std::move(codes)};
}

}  // namespace callboard::configuration
