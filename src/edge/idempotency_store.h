// Requests with an Idempotency-Key, and their responses.
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

// True for the first request with a key, and again after it has expired. Waits for a running transaction with
// the same key.
bool begin(db::Tx& tx, const IdempotentCall& call);

std::optional<EarlierCall> find(db::Snapshot& snapshot, const IdempotentCall& call);
void finish(db::Tx& tx, const IdempotentCall& call, std::string_view sealed_answer,
            const std::optional<CandidateId>& concerns);

// Deletes a batch; returns true if there may be more.
bool delete_expired(db::Tx& tx);

}  // namespace callboard::edge::store
