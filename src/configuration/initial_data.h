// The configuration that a company begins with. schema/044_configuration.sql gave the same rows to the
// companies that existed then. Ids must stay: clients know them.
#pragma once

#include <cstddef>
#include <string_view>

#include "configuration/reasons.h"
#include "db/db.h"

namespace callboard::configuration {

void add_initial_data(db::Tx& tx);

// The id of a reason, by its place in the list of the kind from 0 on.
std::string_view initial_reason(ReasonKind kind, std::size_t place);

}  // namespace callboard::configuration
