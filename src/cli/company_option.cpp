#include "cli/company_option.h"

#include "accounts/company_store.h"
#include "base/encoding.h"
#include "base/error.h"

namespace callboard::cli {

CompanyId company_named(db::Db& db, const std::string& identifier) {
    if (!is_utf8(identifier)) throw not_found("COMPANY_NOT_FOUND", "the identifier of a company is UTF-8");
    const auto company = db.read(std::nullopt, [&](db::Snapshot& snapshot) {
        return accounts::store::find_company(snapshot, identifier);
    });
    if (!company)
        throw not_found("COMPANY_NOT_FOUND", "there is no company with the identifier " + identifier);
    return company->id;
}

}  // namespace callboard::cli
