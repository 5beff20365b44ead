// The certificates that callbacks trust.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <openssl/x509_vfy.h>

#include "base/curl.h"

namespace callboard::webhooks {

using TrustStore = std::unique_ptr<X509_STORE, FreedBy<X509_STORE_free>>;

// The system's CA certificates and the operator's. Loaded once, because loading them for each connection
// would dominate its cost. Throws std::runtime_error, which names the file, if no certificate can be read
// from it.
TrustStore make_trust_store(const std::optional<std::filesystem::path>& ca_file);

}  // namespace callboard::webhooks
