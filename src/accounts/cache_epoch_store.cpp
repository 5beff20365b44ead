#include "accounts/cache_epoch_store.h"

namespace callboard::accounts::store {
namespace {

constexpr db::GlobalSql kAdvance{"cache_epoch_advance", R"sql(
    UPDATE cache_epoch SET number = number + 1 WHERE name = 'credentials')sql"};

constexpr db::GlobalSql kLock{"cache_epoch_hold", R"sql(
    UPDATE cache_epoch SET number = number WHERE name = 'credentials')sql"};

constexpr db::GlobalSql kRead{"cache_epoch_read", R"sql(
    SELECT number FROM cache_epoch WHERE name = 'credentials')sql"};

}  // namespace

void advance_cache_epoch(db::Tx& tx) {
    tx.enqueue(kAdvance, {});
}

void lock_cache_epoch(db::Tx& tx) {
    tx.enqueue(kLock, {});
}

std::int64_t cache_epoch(db::Snapshot& snapshot) {
    return snapshot.number(kRead);
}

}  // namespace callboard::accounts::store
