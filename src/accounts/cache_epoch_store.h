// Counts the changes of credentials and users. Each server caches them, polls the count, and forgets what
// other processes have changed. A transaction holds the row of the count until its commit, so that changes
// are committed in the order of their numbers: who sees a number sees all changes up to it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/id.h"
#include "db/db.h"

namespace callboard::accounts::store {

// After a change of credentials or users of the company of the transaction. Changes of all other companies
// wait for its commit: nothing should follow but the end of subscriptions (subscriptions/ending.h).
void advance_cache_epoch(db::Tx& tx);

// After a change that concerns all companies.
void advance_cache_epoch_of_all(db::Tx& tx);

// Locks the row of the count until the commit. No other transaction can commit a change of credentials or
// users meanwhile, so what is read of them after this call stays valid. Rarely, because all such changes
// wait.
void lock_cache_epoch(db::Tx& tx);

std::int64_t cache_epoch(db::Snapshot& snapshot);

// What a server knows, and has to forget.
struct CacheEpoch {
    std::int64_t number = 0;
    std::int64_t of_companies = 0;  // how many of these changes were of a single company
};
struct CredentialChanges {
    CacheEpoch epoch;
    std::optional<std::vector<CompanyId>> companies;  // nothing: perhaps all
};
CredentialChanges changes_since(db::Snapshot& snapshot, const CacheEpoch& known);

}  // namespace callboard::accounts::store
