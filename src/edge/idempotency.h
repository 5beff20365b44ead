// Idempotency keys: a repeated POST with the same Idempotency-Key gets the response of the first one.
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

// What is equal when a client repeats a request. Hashes are SHA-256, in hexadecimal.
struct IdempotentCall {
    std::string caller;
    std::string key_hash;
    std::string fingerprint;  // of method, path, query and body
};

struct StoredAnswer {
    int status = 0;
    std::string header_lines;
    std::string content_type;
    std::string body;

    bool operator==(const StoredAnswer&) const = default;
};

// `caller` is the namespace of the keys: two callers may use the same one. Throws unless the key has 1 to 255
// visible ASCII characters.
IdempotentCall idempotent_call(std::string_view caller, std::string_view key, const http::Request& request);

// Returns nothing for the first request with a key; its transaction must then do the work and keep() the
// response, and a rollback also undoes the claim. Otherwise returns the response of the first one, after
// waiting for its transaction if that is still running.
// Throws if the key was used with a different request (422), or if the first response was not kept or cannot
// be decrypted any more (409).
std::optional<StoredAnswer> claim(db::Tx& tx, const IdempotentCall& call, const Seal& seal);

// Called in the transaction of the claim. Responses with secrets must not be kept. One that concerns a
// candidate is deleted with it.
void keep(db::Tx& tx, const IdempotentCall& call, const StoredAnswer& answer,
          const std::optional<CandidateId>& concerns, const Seal& seal);

}  // namespace callboard::edge
