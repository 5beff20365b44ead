// The same call twice, done once: a POST with an Idempotency-Key is answered again as it was the first time.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/seal.h"
#include "db/db.h"
#include "http/message.h"

namespace callboard::edge {

inline constexpr std::chrono::hours kIdempotencyLife{24};

// What stays the same when a client repeats itself. Hashes are SHA-256, in hexadecimal.
struct IdempotentCall {
    std::string caller;
    std::string key_hash;
    std::string fingerprint;  // of method, path, query and body
};

struct KeptAnswer {
    int status = 0;
    std::string header_lines;
    std::string content_type;
    std::string body;

    bool operator==(const KeptAnswer&) const = default;
};

// `caller` is whoever's keys these are: two callers may use the same one. Throws when the key is not 1 to 255
// visible ASCII characters.
IdempotentCall idempotent_call(std::string_view caller, std::string_view key, const http::Request& request);

// Nothing: the call is the first of its kind, and its transaction does what it asks for and keeps the answer.
// Should it fail, the claim is undone with it. Otherwise what the first one was answered. A call that comes
// while the first one's transaction runs waits for its end.
//
// Throws when the key came with another request before (422), or when the first answer was not kept or cannot
// be opened any more (409).
std::optional<KeptAnswer> claim(db::Tx& tx, const IdempotentCall& call, const Seal& seal);

// In the transaction that claimed the call. Answers with secrets in them are not to be kept.
// One that concerns a candidate goes with the candidate.
void keep(db::Tx& tx, const IdempotentCall& call, const KeptAnswer& answer,
          const std::optional<CandidateId>& concerns, const Seal& seal);

}  // namespace callboard::edge
