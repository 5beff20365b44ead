#include "base/seal.h"

#include <climits>
#include <cstdint>
#include <memory>
#include <span>

#include <openssl/evp.h>

#include "base/encoding.h"
#include "base/error.h"
#include "base/random.h"

namespace callboard {
namespace {

constexpr std::size_t kNonceSize = 12;
constexpr std::size_t kTagSize = 16;

using Byte = unsigned char;

const Byte* bytes(std::string_view text) {
    return reinterpret_cast<const Byte*>(text.data());
}

Byte* bytes(std::string& text) {
    return reinterpret_cast<Byte*>(text.data());
}

void require(bool done) {
    if (!done) throw internal("AES-256-GCM failed");
}

int length(std::string_view text) {
    require(text.size() <= INT_MAX);
    return static_cast<int>(text.size());
}

enum class Direction { decrypt, encrypt };  // the values that OpenSSL expects

// The encryption or decryption of one message.
class Cipher {
  public:
    Cipher(Direction direction, const Secret& key, std::string_view nonce) {
        require(context_ && EVP_CipherInit_ex2(context_.get(), EVP_aes_256_gcm(), bytes(key.reveal()),
                                               bytes(nonce), static_cast<int>(direction), nullptr) == 1);
    }

    void authenticate(std::string_view text) { update(nullptr, text); }
    void pass(std::string_view text, Byte* into) { update(into, text); }

    void expect_tag(std::string_view tag) {
        std::string copy{tag};  // OpenSSL takes a non-const pointer, but does not write
        control(EVP_CTRL_AEAD_SET_TAG, bytes(copy));
    }
    void read_tag(Byte* into) { control(EVP_CTRL_AEAD_GET_TAG, into); }

    // When decrypting, returns whether the tag matches; before that the plaintext is not authenticated.
    bool finish() {
        int none = 0;
        Byte rest[EVP_MAX_BLOCK_LENGTH];
        return EVP_CipherFinal_ex(context_.get(), rest, &none) == 1;
    }

  private:
    struct Free {
        void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
    };

    void update(Byte* into, std::string_view text) {
        if (text.empty()) return;
        int passed = 0;
        require(EVP_CipherUpdate(context_.get(), into, &passed, bytes(text), length(text)) == 1);
    }
    void control(int what, Byte* tag) {
        require(EVP_CIPHER_CTX_ctrl(context_.get(), what, kTagSize, tag) == 1);
    }

    const std::unique_ptr<EVP_CIPHER_CTX, Free> context_{EVP_CIPHER_CTX_new()};
};

}  // namespace

Seal::Seal(const Secret& key) : key_(key) {
    if (key.reveal().size() != kKeySize) throw internal("the key of a seal has another size");
}

std::string Seal::close(std::string_view plain, std::string_view bound_to) const {
    std::string sealed(kNonceSize + plain.size() + kTagSize, '\0');
    fill_random(std::span{bytes(sealed), kNonceSize});
    Cipher cipher{Direction::encrypt, key_, std::string_view{sealed}.substr(0, kNonceSize)};
    cipher.authenticate(bound_to);
    cipher.pass(plain, bytes(sealed) + kNonceSize);
    require(cipher.finish());
    cipher.read_tag(bytes(sealed) + kNonceSize + plain.size());
    return to_base64url(sealed);
}

std::optional<std::string> Seal::open(std::string_view sealed, std::string_view bound_to) const {
    const auto decoded = from_base64url(sealed);
    if (!decoded || decoded->size() < kNonceSize + kTagSize) return std::nullopt;
    const std::string_view all{*decoded};
    const auto text = all.substr(kNonceSize, all.size() - kNonceSize - kTagSize);
    std::string plain(text.size(), '\0');
    Cipher cipher{Direction::decrypt, key_, all.substr(0, kNonceSize)};
    cipher.authenticate(bound_to);
    cipher.pass(text, bytes(plain));
    cipher.expect_tag(all.substr(all.size() - kTagSize));
    if (!cipher.finish()) return std::nullopt;
    return plain;
}

}  // namespace callboard
