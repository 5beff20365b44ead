// The audit log: who did what to what, for the company's administrators.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "db/db.h"
#include "events/author.h"

namespace callboard::events {

struct AuditEntry {
    std::string_view name;         // JOB_CREATED, CREDENTIALS_REVOKED …
    std::string_view entity_type;  // JOB, JOB_AD, USER, CREDENTIAL, COMPANY …
    std::string_view entity_id;
    std::initializer_list<std::pair<std::string_view, std::string_view>> context;
};

// Records it in the caller's transaction.
void audit(db::Tx& tx, const Author& author, const AuditEntry& entry);

}  // namespace callboard::events
