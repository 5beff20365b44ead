// A number in the database that grows when credentials or users change. Servers keep
// them in memory; each looks at the number now and then, and forgets what it kept
// when another server, or the command line, has moved it.
#pragma once

#include <cstdint>

#include "db/db.h"

namespace callboard::accounts::store {

void advance_cache_epoch(db::Tx& tx);
// Waits for whoever advances it, and lets nobody do so until the commit: what is read after this, of users
// and credentials, stays true so long.
void hold_cache_epoch(db::Tx& tx);
std::int64_t cache_epoch(db::Snapshot& snapshot);

}  // namespace callboard::accounts::store
