#include "sso/attempt_store.h"

#include "base/encoding.h"

namespace callboard::sso::store {
namespace {

constexpr std::int64_t kBatchSize = 500;

constexpr db::Sql kInsert{"sso_attempt_insert", R"sql(
    INSERT INTO sso_attempt (company_id, state_hash, browser_hash, issuer, destination, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kTake{"sso_attempt_take", R"sql(
    DELETE FROM sso_attempt
    WHERE company_id = $1 AND state_hash = $2 AND browser_hash = $3 AND expires_at > $4
    RETURNING issuer, destination)sql"};

constexpr db::GlobalSql kDeleteExpired{"sso_attempt_delete_expired", R"sql(
    DELETE FROM sso_attempt WHERE state_hash IN
        (SELECT state_hash FROM sso_attempt WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};

}  // namespace

void insert_attempt(db::Tx& tx, const Sha256& state, const Attempt& attempt) {
    const std::string key = to_hex(state);
    const std::string browser = to_hex(attempt.browser);
    tx.execute(kInsert, {key, browser, attempt.issuer, attempt.destination, tx.now + kAttemptLife});
}

std::optional<Attempt> take_attempt(db::Tx& tx, const Sha256& state, const Sha256& browser) {
    const std::string key = to_hex(state);
    const std::string from = to_hex(browser);
    return tx.first(kTake, {key, from, tx.now}, [&](const db::Row& row) {
        return Attempt{.company = tx.company(),
                       .browser = browser,
                       .issuer = row.string(0),
                       .destination = row.string(1)};
    });
}

bool delete_expired_attempts(db::Tx& tx) {
    return tx.execute(kDeleteExpired, {tx.now, kBatchSize}) == kBatchSize;
}

}  // namespace callboard::sso::store
