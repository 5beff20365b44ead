#include "cli/company_option.h"

#include "accounts/company_store.h"
#include "accounts/role.h"
#include "base/encoding.h"
#include "base/error.h"

namespace callboard::cli {

CompanyId company_named(db::Db& db, const std::string& identifier) {
    if (!is_utf8(identifier)) throw not_found("COMPANY_NOT_FOUND", "the identifier of a company is UTF-8");
    const auto company = db.read(std::nullopt, [&](db::Snapshot& snapshot) {
        return accounts::store::find_company(snapshot, identifier);
    });
    if (!company)
        throw not_found("COMPANY_NOT_FOUND", "there is no company with the identifier '" + identifier +
                                                 "'; 'callboard company list' shows all");
    return company->id;
}

std::vector<std::string> role_names() {
    std::vector<std::string> names;
    for (const auto& [role, name] : Names<accounts::Role>::kList) names.emplace_back(name);
    return names;
}

}  // namespace callboard::cli
