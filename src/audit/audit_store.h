// The SQL that reads the audit log; events/audit_log writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/audit_event.h"
#include "db/db.h"

namespace callboard::audit::store {

// Which events, newest first, and where to start. A filter without values is none.
struct Selection {
    std::optional<Timestamp> after;
    std::optional<Timestamp> before;
    std::vector<std::string> names;
    std::vector<AuthorType> author_types;
    std::optional<std::string> author_id;
    std::vector<EntityType> entity_types;
    std::optional<std::string> entity_id;
    std::optional<AuditId> start;  // the last event of the page before
    std::int64_t limit = 10;
};
std::vector<AuditEvent> page(db::Snapshot& snapshot, const Selection& selection);

}  // namespace callboard::audit::store
