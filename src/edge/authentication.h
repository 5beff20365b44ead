// Authentication: from the credential of a request to its caller.
#pragma once

#include <expected>
#include <string_view>

#include "base/digest.h"
#include "db/db.h"
#include "edge/caller.h"
#include "http/message.h"

namespace callboard::edge {

// The credential of a request. Only headers are read: secrets in URLs end up in logs and browser histories. A
// credential in the wrong header is recognised by its format and refused without a database query.
struct PresentedCredential {
    CredentialKind kind{};
    std::string_view secret;  // valid as long as the request
    Sha256 hash{};
};
std::expected<PresentedCredential, CredentialFault> presented_credential(const http::Request& request);

Authentication find_caller(db::Snapshot& snapshot, const PresentedCredential& credential,
                           throttle::RuleBook& rules);

}  // namespace callboard::edge
