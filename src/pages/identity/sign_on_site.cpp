#include "pages/identity/sign_on_site.h"

#include <utility>

#include "accounts/company_store.h"
#include "accounts/sso_connection_store.h"
#include "base/encoding.h"
#include "edge/services.h"

namespace callboard::pages {

std::optional<SignOnSite> sign_on_site(db::Db& db, const edge::WebCall& call) {
    const std::string identifier{call.path.text("companyIdentifier")};
    if (!is_utf8(identifier)) return std::nullopt;
    return db.read(std::nullopt, [&](db::Snapshot& snapshot) -> std::optional<SignOnSite> {
        auto company = accounts::store::find_company(snapshot, identifier);
        if (!company) return std::nullopt;
        db::Snapshot inside = snapshot.within(company->id);
        auto connection = accounts::store::find_sso_connection(inside);
        if (!connection) return std::nullopt;
        return SignOnSite{.company = std::move(*company), .connection = std::move(*connection)};
    });
}

std::string redirect_uri(const edge::WebCall& call, const accounts::Company& company) {
    return call.public_url() + "/identity/sso/" + company.identifier + "/callback";
}

std::string sign_on_end(const accounts::Company& company) {
    return "/identity/sso/" + company.identifier + "/end";
}

}  // namespace callboard::pages
