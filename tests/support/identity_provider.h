// The tokens and keys of an identity provider, honest and hostile, made with OpenSSL.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include "base/clock.h"
#include "base/encoding.h"
#include "base/hmac.h"

namespace callboard::test {

// A private key that signs tokens.
class SigningKey {
  public:
    static SigningKey rsa(std::string id, unsigned bits = 2048) {
        return {std::move(id), EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", static_cast<std::size_t>(bits))};
    }
    static SigningKey ec(std::string id, const char* curve = "P-256") {
        return {std::move(id), EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", curve)};
    }

    const std::string& id() const { return id_; }
    bool is_rsa() const { return EVP_PKEY_is_a(key_.get(), "RSA") == 1; }

    boost::json::object jwk() const {
        boost::json::object key{{"kid", id_}, {"use", "sig"}};
        if (is_rsa()) {
            key["kty"] = "RSA";
            key["n"] = parameter(OSSL_PKEY_PARAM_RSA_N, 0);
            key["e"] = parameter(OSSL_PKEY_PARAM_RSA_E, 0);
        } else {
            const int size = (EVP_PKEY_get_bits(key_.get()) + 7) / 8;
            key["kty"] = "EC";
            key["crv"] = "P-" + std::to_string(EVP_PKEY_get_bits(key_.get()));
            key["x"] = parameter(OSSL_PKEY_PARAM_EC_PUB_X, size);
            key["y"] = parameter(OSSL_PKEY_PARAM_EC_PUB_Y, size);
        }
        return key;
    }

    // The public key as texts, which an attacker knows.
    std::string public_text() const { return boost::json::serialize(jwk()); }
    std::string public_pem() const {
        const std::unique_ptr<BIO, decltype(&BIO_free)> memory{BIO_new(BIO_s_mem()), BIO_free};
        PEM_write_bio_PUBKEY(memory.get(), key_.get());
        char* text = nullptr;
        const long size = BIO_get_mem_data(memory.get(), &text);
        return {text, static_cast<std::size_t>(size)};
    }

    // In the form of JWS.
    std::string sign(std::string_view text, std::string_view algorithm) const {
        const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                              EVP_MD_CTX_free};
        EVP_PKEY_CTX* of_key = nullptr;
        EVP_DigestSignInit(context.get(), &of_key, EVP_sha256(), nullptr, key_.get());
        if (algorithm == "PS256") {
            EVP_PKEY_CTX_set_rsa_padding(of_key, RSA_PKCS1_PSS_PADDING);
            EVP_PKEY_CTX_set_rsa_pss_saltlen(of_key, RSA_PSS_SALTLEN_DIGEST);
        }
        const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
        std::size_t size = 0;
        EVP_DigestSign(context.get(), nullptr, &size, bytes, text.size());
        std::string signature(size, '\0');
        EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size, bytes,
                       text.size());
        signature.resize(size);
        return is_rsa() ? signature : raw(signature);
    }

  private:
    SigningKey(std::string id, EVP_PKEY* key) : id_(std::move(id)), key_(key, EVP_PKEY_free) {}

    // Of `size` bytes; 0: as many as it needs.
    std::string parameter(const char* name, int size) const {
        BIGNUM* number = nullptr;
        EVP_PKEY_get_bn_param(key_.get(), name, &number);
        std::string bytes(static_cast<std::size_t>(size > 0 ? size : BN_num_bytes(number)), '\0');
        BN_bn2binpad(number, reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
        BN_free(number);
        return to_base64url(bytes);
    }

    // r and s one after the other, from DER.
    static std::string raw(const std::string& der) {
        constexpr int kSize = 32;
        const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
        ECDSA_SIG* const both = d2i_ECDSA_SIG(nullptr, &bytes, static_cast<long>(der.size()));
        std::string signature(std::size_t{2} * kSize, '\0');
        auto* const out = reinterpret_cast<unsigned char*>(signature.data());
        BN_bn2binpad(ECDSA_SIG_get0_r(both), out, kSize);
        BN_bn2binpad(ECDSA_SIG_get0_s(both), out + kSize, kSize);
        ECDSA_SIG_free(both);
        return signature;
    }

    std::string id_;
    std::shared_ptr<EVP_PKEY> key_;
};

// The bytes of a signature with HS256.
inline std::string mac_of(const Secret& key, std::string_view text) {
    const Sha256 mac = hmac_sha256(key, text);
    return {reinterpret_cast<const char*>(mac.data()), mac.size()};
}

inline std::string jwk_set(const std::vector<SigningKey>& keys) {
    boost::json::array list;
    for (const SigningKey& each : keys) list.push_back(each.jwk());
    return boost::json::serialize(boost::json::object{{"keys", std::move(list)}});
}

inline std::string encoded(const boost::json::object& part) {
    return to_base64url(boost::json::serialize(part));
}

inline std::string token(const boost::json::object& header, const boost::json::object& claims,
                         const std::function<std::string(std::string_view)>& sign) {
    const std::string text = encoded(header) + "." + encoded(claims);
    return text + "." + to_base64url(sign(text));
}

inline std::string signed_token(const SigningKey& key, const boost::json::object& claims,
                                const std::string& algorithm) {
    return token({{"alg", algorithm}, {"kid", key.id()}}, claims,
                 [&](std::string_view text) { return key.sign(text, algorithm); });
}

inline std::string signed_token(const SigningKey& key, const boost::json::object& claims) {
    return signed_token(key, claims, key.is_rsa() ? "RS256" : "ES256");
}

// The claims of a valid token for `client` at this time.
inline boost::json::object id_claims(const std::string& issuer, const std::string& client,
                                     const std::string& nonce, Timestamp now) {
    const std::int64_t second = now.ms / 1000;
    return {{"iss", issuer}, {"aud", client},        {"sub", "248289761001"},
            {"iat", second}, {"exp", second + 3600}, {"nonce", nonce}};
}

}  // namespace callboard::test
