// The SQL that reads the audit log; events/audit_log.cpp writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "audit/audit_event.h"
#include "audit/list_request.h"
#include "db/db.h"

namespace callboard::audit::store {

// Which events, newest first, and where to start.
struct Selection {
    const ListRequest& asked;
    std::optional<AuditId> start;  // the last event of the page before
    std::int64_t limit = 10;
};
std::vector<AuditEvent> page(db::Snapshot& snapshot, const Selection& selection);

}  // namespace callboard::audit::store
