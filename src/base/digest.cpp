// The low-level functions are deprecated, but part of all of OpenSSL 3. EVP fetches and sets up the algorithm
// for every digest, which triples the cost of hashing a token, and every request hashes one.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "base/digest.h"

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

}  // namespace callboard
