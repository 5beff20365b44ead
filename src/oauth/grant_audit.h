// The audit log of the company whose user allowed an application something.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "db/db.h"
#include "events/audit_log.h"
#include "events/author.h"
#include "oauth/token.h"

namespace callboard::oauth {

// The transaction need not be that company's own.
void audit(db::Tx& tx, const Grant& grant, const events::Author& author, std::string_view name,
           std::initializer_list<std::pair<std::string_view, events::AuditValue>> context = {});

}  // namespace callboard::oauth
