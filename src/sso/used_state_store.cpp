#include "sso/used_state_store.h"

#include "base/encoding.h"
#include "sso/attempt.h"

namespace callboard::sso::store {
namespace {

constexpr std::int64_t kBatchSize = 500;

constexpr db::Sql kUse{"sso_used_state_insert", R"sql(
    INSERT INTO sso_used_state (company_id, state_hash, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (state_hash) DO NOTHING)sql"};

constexpr db::GlobalSql kDeleteExpired{"sso_used_state_delete_expired", R"sql(
    DELETE FROM sso_used_state WHERE state_hash IN
        (SELECT state_hash FROM sso_used_state WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};

}  // namespace

// The state itself expires before.
bool use_state(db::Tx& tx, const Sha256& state) {
    const std::string key = to_hex(state);
    return tx.execute(kUse, {key, tx.now + kAttemptLife}) == 1;
}

bool delete_expired_states(db::Tx& tx) {
    return tx.execute(kDeleteExpired, {tx.now, kBatchSize}) == kBatchSize;
}

}  // namespace callboard::sso::store
