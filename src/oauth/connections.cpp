#include "oauth/connections.h"

#include "accounts/cache_epoch_store.h"
#include "oauth/grant_audit.h"

namespace callboard::oauth {

bool disconnect(db::Tx& tx, const Grant& grant, const events::Author& author) {
    if (!store::delete_grant(tx, grant)) return false;
    accounts::store::advance_cache_epoch(tx);
    audit(tx, grant, author, "OAUTH_APPLICATION_ACCESS_REVOKED",
          {{"applicationId", grant.application.text()}, {"reason", "DISCONNECTED"}});
    return true;
}

}  // namespace callboard::oauth
