// A counter that is incremented when credentials or users change. Each server caches them, polls the counter
// and invalidates its cache when another process has incremented it.
#pragma once

#include <cstdint>

#include "db/db.h"

namespace callboard::accounts::store {

void advance_cache_epoch(db::Tx& tx);
// Locks the row of the epoch until the commit. No other transaction can change users or credentials
// meanwhile, so what is read of them after this call stays valid.
void lock_cache_epoch(db::Tx& tx);
std::int64_t cache_epoch(db::Snapshot& snapshot);

}  // namespace callboard::accounts::store
