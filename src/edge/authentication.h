// From what a request carries to whom it stands for.
#pragma once

#include <optional>
#include <string_view>

#include "accounts/credential.h"
#include "base/digest.h"
#include "http/message.h"

namespace callboard::edge {

// The credential of a request: nothing when it has none. Only headers count; a secret in a URL ends up in
// logs and histories, so it is never looked for there.
struct PresentedCredential {
    std::optional<Sha256> hash;  // nothing: what was presented can be no credential
};
std::optional<PresentedCredential> presented_credential(const http::Request& request);

}  // namespace callboard::edge
