// The SQL that reads the audit log, and shortens it; events/audit_log.cpp writes it.
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

// Those of the companies from `first` to `last` that have records from before this time.
std::vector<CompanyId> companies_with_older(db::Snapshot& snapshot, Timestamp time, const CompanyId& first,
                                            const CompanyId& last);

// Deletes a batch of them, of the company of the transaction; returns true if there may be more.
bool delete_older(db::Tx& tx, Timestamp time);

}  // namespace callboard::audit::store
