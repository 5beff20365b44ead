#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "audit/audit_event.h"
#include "db/db.h"

namespace callboard::audit {

// What an administrator asks for. Without any date: the last seven days.
struct ListRequest {
    std::optional<Timestamp> after;
    std::optional<Timestamp> before;
    std::vector<std::string> names;
    std::vector<AuthorType> author_types;
    std::optional<std::string> author_id;
    std::vector<EntityType> entity_types;
    std::optional<std::string> entity_id;
    std::optional<std::string> cursor;
    std::int64_t limit = 10;
};

struct AuditPage {
    std::vector<AuditEvent> events;   // newest first
    std::optional<std::string> next;  // the cursor of the next page; absent on the last
};

// Throws PERMISSION_DENIED unless the actor may read the log, and INVALID_PAGE_ID for a cursor of another
// list.
AuditPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request);

}  // namespace callboard::audit
