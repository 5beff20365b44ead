#include "webhooks/outgoing/trust_store.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <openssl/x509.h>

namespace callboard::webhooks {

TrustStore make_trust_store(const std::optional<std::filesystem::path>& ca_file) {
    TrustStore store{X509_STORE_new()};
    if (!store || X509_STORE_set_default_paths(store.get()) != 1)
        throw std::runtime_error("cannot use the certificates that the system trusts");
    std::error_code unknown;
    if (ca_file && std::filesystem::exists(*ca_file, unknown) &&
        !std::filesystem::is_regular_file(*ca_file, unknown))
        throw std::runtime_error("cannot use the CA file " + ca_file->string() +
                                 ": it is not a regular file");
    if (ca_file && X509_STORE_load_file(store.get(), ca_file->c_str()) != 1)
        throw std::runtime_error("cannot use the CA file " + ca_file->string() +
                                 ": no certificate can be read from it");
    X509_STORE_set_flags(store.get(), X509_V_FLAG_PARTIAL_CHAIN);  // also trusts intermediate certificates
    return store;
}

}  // namespace callboard::webhooks
