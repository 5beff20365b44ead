#include "base/digest.h"

#include <memory>

#include <openssl/evp.h>

#include "base/error.h"

namespace callboard {
namespace {

// Fetching the algorithm and making a context cost more than the digest of a token; each thread keeps its
// own.
struct Hasher {
    std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> algorithm{EVP_MD_fetch(nullptr, "SHA256", nullptr),
                                                              EVP_MD_free};
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

}  // namespace

Sha256 sha256(std::string_view bytes) {
    thread_local const Hasher hasher;
    Sha256 digest{};
    EVP_MD_CTX* const context = hasher.context.get();
    if (EVP_DigestInit_ex2(context, hasher.algorithm.get(), nullptr) != 1 ||
        EVP_DigestUpdate(context, bytes.data(), bytes.size()) != 1 ||
        EVP_DigestFinal_ex(context, digest.data(), nullptr) != 1) {
        throw internal("SHA-256 failed");
    }
    return digest;
}

}  // namespace callboard
