// OpenSSL would have us go through EVP, which finds and sets up the algorithm anew for every digest: three
// times the price of hashing a token, which every request does. The plain functions are there for all of
// OpenSSL 3.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "base/digest.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

namespace callboard {

Sha256 sha256(std::string_view bytes) {
    Sha256 digest{};
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, bytes.data(), bytes.size());
    SHA256_Final(digest.data(), &context);
    return digest;
}

bool same_digest(const Sha256& a, const Sha256& b) {
    return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace callboard
