#include "webhooks/outgoing/trust_store.h"

#include <stdexcept>

#include <openssl/x509.h>

namespace callboard::webhooks {

TrustStore make_trust_store(const std::optional<std::filesystem::path>& ca_file) {
    TrustStore store{X509_STORE_new()};
    if (!store || X509_STORE_set_default_paths(store.get()) != 1)
        throw std::runtime_error("cannot use the certificates that the system trusts");
    if (ca_file && X509_STORE_load_file(store.get(), ca_file->c_str()) != 1)
        throw std::runtime_error("cannot use the CA file " + ca_file->string() +
                                 ": no certificate can be read from it");
    X509_STORE_set_flags(store.get(), X509_V_FLAG_PARTIAL_CHAIN);  // also trusts intermediate certificates
    return store;
}

}  // namespace callboard::webhooks
