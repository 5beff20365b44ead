#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "audit/audit_event.h"
#include "audit/list_request.h"
#include "db/db.h"

namespace callboard::audit {

struct AuditPage {
    std::vector<AuditEvent> events;   // newest first
    std::optional<std::string> next;  // cursor of the next page; absent on the last
};

// Throws PERMISSION_DENIED unless the actor may read the audit log, and INVALID_PAGE_ID for a cursor of
// another list.
AuditPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request);

}  // namespace callboard::audit
