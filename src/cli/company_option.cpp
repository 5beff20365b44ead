#include "cli/company_option.h"

#include "accounts/company_store.h"
#include "accounts/role.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/suggestion.h"

namespace callboard::cli {

CompanyId company_named(db::Db& db, const std::string& identifier) {
    if (!is_utf8(identifier))
        throw not_found("COMPANY_NOT_FOUND", "the company identifier is not valid UTF-8");
    return db.read(std::nullopt, [&](db::Snapshot& snapshot) {
        const auto company = accounts::store::find_company(snapshot, identifier);
        if (company) return company->id;
        const std::string meant =
            suggestion(identifier, accounts::store::list_companies(snapshot), &accounts::Company::identifier);
        throw not_found("COMPANY_NOT_FOUND",
                        "there is no company with the identifier '" + identifier + "'" +
                            (meant.empty() ? "; 'callboard company list' lists all" : meant));
    });
}

std::vector<std::string> role_names() {
    std::vector<std::string> names;
    for (const auto& [role, name] : Names<accounts::Role>::kList) names.emplace_back(name);
    return names;
}

}  // namespace callboard::cli
