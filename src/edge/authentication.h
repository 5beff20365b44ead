// From what a request carries to whom it stands for.
#pragma once

#include <expected>
#include <string_view>

#include "base/digest.h"
#include "db/db.h"
#include "edge/caller.h"
#include "http/message.h"

namespace callboard::edge {

// The credential of a request. Only headers count; a secret in a URL ends up in logs and histories, so it is
// never looked for there. What by its form belongs into another header is refused without a look at the
// database.
struct PresentedCredential {
    CredentialKind kind{};
    std::string_view secret;  // valid as long as the request
    Sha256 hash{};
};
std::expected<PresentedCredential, CredentialFault> presented_credential(const http::Request& request);

Authentication find_caller(db::Snapshot& snapshot, const PresentedCredential& credential,
                           throttle::RuleBook& rules);

}  // namespace callboard::edge
