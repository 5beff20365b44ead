#include "oauth/connections.h"

#include "accounts/cache_epoch_store.h"
#include "oauth/grant_audit.h"

namespace callboard::oauth {

bool disconnect(db::Tx& tx, const Grant& grant, const events::Author& author) {
    if (!store::delete_grant(tx, grant)) return false;
    accounts::store::advance_cache_epoch(tx);
    audit_end_of_access(tx, grant, author, "DISCONNECTED");
    return true;
}

}  // namespace callboard::oauth
