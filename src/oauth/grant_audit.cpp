#include "oauth/grant_audit.h"

#include "events/audit_log.h"

namespace callboard::oauth {

void audit(db::Tx& tx, const Grant& grant, const events::Author& author, std::string_view name,
           std::initializer_list<std::pair<std::string_view, events::AuditValue>> context) {
    db::Tx inside = tx.within(grant.company);
    events::audit(inside, author,
                  {.name = name, .entity_type = "USER", .entity_id = grant.user.text(), .context = context});
}

}  // namespace callboard::oauth
