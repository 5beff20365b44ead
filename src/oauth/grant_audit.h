// Audit records about grants, in the company of the user.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "db/db.h"
#include "events/audit_log.h"
#include "events/author.h"
#include "oauth/token.h"

namespace callboard::oauth {

// Works from a transaction of any company.
void audit(db::Tx& tx, const Grant& grant, const events::Author& author, std::string_view name,
           std::initializer_list<std::pair<std::string_view, events::AuditValue>> context = {});

}  // namespace callboard::oauth
