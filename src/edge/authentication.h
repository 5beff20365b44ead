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
//
// Without one of these headers the session cookie of a browser counts, if the request comes from a page of
// ours: browsers attach cookies also to requests that other sites make. That is shown by our own Origin; for
// reads Sec-Fetch-Site is enough. The body of a change needs a type that no HTML form can send without
// scripts, or multipart.
struct PresentedCredential {
    CredentialKind kind{};
    std::string_view secret;  // valid as long as the request
    Sha256 hash{};
};
std::expected<PresentedCredential, CredentialFault> presented_credential(const http::Request& request,
                                                                         std::string_view public_url);

Authentication find_caller(db::Snapshot& snapshot, const PresentedCredential& credential,
                           throttle::RuleBook& rules);

}  // namespace callboard::edge
