#include "oauth/connections.h"

#include "oauth/access.h"

namespace callboard::oauth {

bool disconnect(db::Tx& tx, const Grant& grant, const events::Author& author) {
    if (!store::delete_grant(tx, grant)) return false;
    access_ended(tx, grant, author, "DISCONNECTED");
    return true;
}

}  // namespace callboard::oauth
