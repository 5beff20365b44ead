// The public keys of a provider (RFC 7517), and the signatures that they verify (RFC 7518).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/evp.h>

namespace callboard::sso {

// The accepted algorithms. HMAC, for which a public key could be used as the secret, and "none" are not among
// them.
enum class Algorithm { rs256, ps256, es256 };
std::optional<Algorithm> algorithm_named(std::string_view name);

enum class SignatureCheck { valid, invalid, unknown_key };

class KeySet {
  public:
    // Nothing if the text is not a JWK set. Keys for other algorithms or uses, and weak or invalid ones, are
    // left out.
    static std::optional<KeySet> parse(std::string_view json);

    // Without a key id, the signature must be of the only key that fits the algorithm.
    SignatureCheck check(Algorithm algorithm, const std::optional<std::string>& key_id,
                         std::string_view signed_text, std::string_view signature) const;

    std::size_t size() const { return keys_.size(); }

  private:
    struct FreeKey {
        void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    };
    struct Key {
        std::optional<std::string> id;
        std::optional<Algorithm> algorithm;  // nothing: any that fits its type
        std::unique_ptr<EVP_PKEY, FreeKey> key;

        bool fits(Algorithm wanted) const;
    };

    std::vector<Key> keys_;
};

}  // namespace callboard::sso
