// Calls with an Idempotency-Key, and what they were answered.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/db.h"
#include "edge/idempotency.h"

namespace callboard::edge::store {

struct EarlierCall {
    std::string fingerprint;
    std::optional<std::string> answer;  // sealed
};

// True for the first call with its key, and again when that one's time is over. A call of the same key whose
// transaction has not ended is waited for.
bool begin(db::Tx& tx, const IdempotentCall& call);

std::optional<EarlierCall> find(db::Snapshot& snapshot, const IdempotentCall& call);
void finish(db::Tx& tx, const IdempotentCall& call, std::string_view sealed_answer,
            const std::optional<CandidateId>& concerns);

// Some at a time; true when there may be more.
bool delete_expired(db::Tx& tx);

}  // namespace callboard::edge::store
