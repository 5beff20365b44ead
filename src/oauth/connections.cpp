#include "oauth/connections.h"

#include "accounts/cache_epoch_store.h"
#include "events/audit_log.h"

namespace callboard::oauth {

bool disconnect(db::Tx& tx, const Grant& grant, const events::Author& author) {
    if (!store::delete_grant(tx, grant)) return false;
    accounts::store::advance_cache_epoch(tx);
    const std::optional<CompanyId> company = grant.company;
    db::Tx inside = tx.within(company);
    events::audit(inside, author,
                  {.name = "OAUTH_APPLICATION_ACCESS_REVOKED",
                   .entity_type = "USER",
                   .entity_id = grant.user.text(),
                   .context = {{"applicationId", grant.application.text()}}});
    return true;
}

}  // namespace callboard::oauth
