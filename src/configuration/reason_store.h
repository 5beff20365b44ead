// The table application_reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "configuration/reasons.h"
#include "db/db.h"

namespace callboard::configuration::store {

std::vector<Reason> list_reasons(db::Snapshot& snapshot, ReasonKind kind);
std::optional<Reason> find_reason(db::Snapshot& snapshot, ReasonKind kind, const ReasonId& id);
std::optional<std::string> find_reason_label(db::Snapshot& snapshot, ReasonKind kind, std::string_view id);

// These return false if another reason of the kind has the label.
bool insert(db::Tx& tx, ReasonKind kind, const Reason& reason);
bool rename(db::Tx& tx, ReasonKind kind, const Reason& reason);

void archive_reason(db::Tx& tx, const ReasonId& id);

}  // namespace callboard::configuration::store
