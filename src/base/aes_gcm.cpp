#include "base/aes_gcm.h"

#include <climits>
#include <memory>

#include <openssl/evp.h>

#include "base/error.h"

namespace callboard::aes_gcm {
namespace {

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
    Cipher(Direction direction, const Context& context) {
        require(context.key.reveal().size() == kKeySize && context.nonce.size() == kNonceSize);
        require(context_ &&
                EVP_CipherInit_ex2(context_.get(), EVP_aes_256_gcm(), bytes(context.key.reveal()),
                                   bytes(context.nonce), static_cast<int>(direction), nullptr) == 1);
        update(nullptr, context.bound_to);
    }

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

std::string encrypt(const Context& context, std::string_view plain) {
    std::string encrypted(plain.size() + kTagSize, '\0');
    Cipher cipher{Direction::encrypt, context};
    cipher.pass(plain, bytes(encrypted));
    require(cipher.finish());
    cipher.read_tag(bytes(encrypted) + plain.size());
    return encrypted;
}

std::optional<std::string> decrypt(const Context& context, std::string_view encrypted) {
    if (encrypted.size() < kTagSize) return std::nullopt;
    const auto text = encrypted.substr(0, encrypted.size() - kTagSize);
    std::string plain(text.size(), '\0');
    Cipher cipher{Direction::decrypt, context};
    cipher.pass(text, bytes(plain));
    cipher.expect_tag(encrypted.substr(text.size()));
    if (!cipher.finish()) return std::nullopt;
    return plain;
}

}  // namespace callboard::aes_gcm
