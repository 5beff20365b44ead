#include "edge/idempotency_store.h"

namespace callboard::edge::store {
namespace {

// An expired row is taken over by the next request.
constexpr db::Sql kBegin{"idempotent_answer_begin", R"sql(
    INSERT INTO idempotent_answer (company_id, caller, key_hash, fingerprint, created_at)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, caller, key_hash) DO UPDATE
    SET fingerprint = excluded.fingerprint, answer = NULL, candidate_id = NULL, created_at = excluded.created_at
    WHERE idempotent_answer.created_at <= $6)sql"};

constexpr db::Sql kFind{"idempotent_answer_find", R"sql(
    SELECT fingerprint, answer FROM idempotent_answer
    WHERE company_id = $1 AND caller = $2 AND key_hash = $3)sql"};

constexpr db::Sql kFinish{"idempotent_answer_finish", R"sql(
    UPDATE idempotent_answer SET answer = $4, candidate_id = $5
    WHERE company_id = $1 AND caller = $2 AND key_hash = $3)sql"};

// The outer condition on the age spares a row that a new request took over while this statement waited for
// its row lock.
constexpr std::int64_t kBatchSize = 200;
constexpr db::GlobalSql kExpire{"idempotent_answer_expire", R"sql(
    DELETE FROM idempotent_answer
    WHERE (company_id, caller, key_hash) IN
              (SELECT company_id, caller, key_hash FROM idempotent_answer
               WHERE created_at <= $1 ORDER BY created_at LIMIT $2)
      AND created_at <= $1)sql"};

}  // namespace

bool begin(db::Tx& tx, const IdempotentCall& call) {
    return tx.execute(kBegin,
                      {call.caller, call.key_hash, call.fingerprint, tx.now, tx.now - kIdempotencyLife}) == 1;
}

std::optional<EarlierCall> find(db::Snapshot& snapshot, const IdempotentCall& call) {
    return snapshot.first(kFind, {call.caller, call.key_hash}, [](const db::Row& row) {
        return EarlierCall{.fingerprint = row.string(0), .answer = row.optional_string(1)};
    });
}

void finish(db::Tx& tx, const IdempotentCall& call, std::string_view sealed_answer,
            const std::optional<CandidateId>& concerns) {
    tx.enqueue(kFinish, {call.caller, call.key_hash, sealed_answer, concerns});
}

bool delete_expired(db::Tx& tx) {
    return tx.execute(kExpire, {tx.now - kIdempotencyLife, kBatchSize}) == kBatchSize;
}

}  // namespace callboard::edge::store
