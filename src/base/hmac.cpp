#include "base/hmac.h"

#include <array>
#include <memory>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "base/error.h"

namespace callboard {
namespace {

void require(bool done) {
    if (!done) throw internal("HMAC-SHA256 failed");
}

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

// Fetching and setting up the algorithm costs more than using it, so each thread does it once.
class HmacContext {
  public:
    HmacContext() {
        const std::unique_ptr<EVP_MAC, Free> hmac{EVP_MAC_fetch(nullptr, OSSL_MAC_NAME_HMAC, nullptr)};
        require(hmac != nullptr);
        context_.reset(EVP_MAC_CTX_new(hmac.get()));
        require(context_ != nullptr);
        char digest[] = "SHA256";  // OpenSSL takes a non-const pointer, but does not write
        const std::array parameters{OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                                    OSSL_PARAM_construct_end()};
        require(EVP_MAC_CTX_set_params(context_.get(), parameters.data()) == 1);
    }

    Sha256 run(std::string_view key, std::span<const std::string_view> pieces) {
        require(EVP_MAC_init(context_.get(), bytes(key), key.size(), nullptr) == 1);
        for (const std::string_view piece : pieces)
            require(EVP_MAC_update(context_.get(), bytes(piece), piece.size()) == 1);
        Sha256 code{};
        std::size_t size = 0;
        require(EVP_MAC_final(context_.get(), code.data(), &size, code.size()) == 1 && size == code.size());
        return code;
    }

  private:
    struct Free {
        void operator()(EVP_MAC* mac) const { EVP_MAC_free(mac); }
        void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
    };

    std::unique_ptr<EVP_MAC_CTX, Free> context_;
};

}  // namespace

Sha256 hmac_sha256(const Secret& key, std::string_view text) {
    return hmac_sha256(key, std::span{&text, 1});
}

Sha256 hmac_sha256(const Secret& key, std::span<const std::string_view> pieces) {
    thread_local HmacContext hmac_context;
    return hmac_context.run(key.reveal(), pieces);
}

}  // namespace callboard
