// Fills in when applications of earlier versions moved last.
#pragma once

#include <cstdint>

#include "db/db.h"

namespace callboard::candidates::store {

// Of at most so many applications, of any company. Returns true if there may be more.
bool fill_move_times(db::Tx& tx, std::int64_t most);

}  // namespace callboard::candidates::store
