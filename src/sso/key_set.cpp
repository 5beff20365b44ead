#include "sso/key_set.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include "base/encoding.h"
#include "base/error.h"
#include "wire/json.h"

namespace callboard::sso {
namespace {

constexpr int kFewestBits = 2048;
constexpr int kMostBits = 8192;          // more would only cost time
constexpr int kMostExponentBits = 64;    // likewise
constexpr std::size_t kCoordinate = 32;  // bytes, of P-256

constexpr std::array<std::pair<std::string_view, Algorithm>, 3> kAlgorithms{
    {{"RS256", Algorithm::rs256}, {"PS256", Algorithm::ps256}, {"ES256", Algorithm::es256}}};

template <auto Free>
struct FreedBy {
    template <class T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};
using Number = std::unique_ptr<BIGNUM, FreedBy<BN_free>>;
using ParamBuilder = std::unique_ptr<OSSL_PARAM_BLD, FreedBy<OSSL_PARAM_BLD_free>>;
using Params = std::unique_ptr<OSSL_PARAM, FreedBy<OSSL_PARAM_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, FreedBy<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>>;
using EcSignature = std::unique_ptr<ECDSA_SIG, FreedBy<ECDSA_SIG_free>>;

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::optional<std::string> text_member(const wire::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    if (!value || value->kind() != wire::JsonKind::text) return std::nullopt;
    return std::string{value->text()};
}

// A member that is not a text is not taken for an absent one.
bool is_absent_or(const wire::JsonValue& jwk, std::string_view name, std::string_view value) {
    return !jwk.find(name) || text_member(jwk, name) == value;
}

bool may_verify(const wire::JsonValue& jwk) {
    const auto uses = jwk.find("key_ops");
    if (!uses) return true;
    if (uses->kind() != wire::JsonKind::array) return false;
    for (std::size_t i = 0; i < uses->size(); ++i) {
        const wire::JsonValue each = uses->at(i);
        if (each.kind() == wire::JsonKind::text && each.text() == "verify") return true;
    }
    return false;
}

std::optional<std::string> bytes_member(const wire::JsonValue& object, std::string_view name) {
    const auto text = text_member(object, name);
    return text ? from_base64url(*text) : std::nullopt;
}

Number number_from(std::string_view bytes) {
    return Number{BN_bin2bn(bytes_of(bytes), static_cast<int>(bytes.size()), nullptr)};
}

EVP_PKEY* key_from(const char* type, const ParamBuilder& builder) {
    const Params params{OSSL_PARAM_BLD_to_param(builder.get())};
    const KeyContext context{EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr)};
    EVP_PKEY* key = nullptr;
    if (!params || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1)
        return nullptr;
    return key;
}

EVP_PKEY* rsa_key(const wire::JsonValue& jwk) {
    const auto modulus = bytes_member(jwk, "n");
    const auto exponent = bytes_member(jwk, "e");
    if (!modulus || !exponent) return nullptr;
    const Number n = number_from(*modulus);
    const Number e = number_from(*exponent);
    if (!n || !e || BN_num_bits(n.get()) < kFewestBits || BN_num_bits(n.get()) > kMostBits ||
        BN_is_odd(n.get()) != 1 || BN_num_bits(e.get()) < 2 || BN_num_bits(e.get()) > kMostExponentBits ||
        BN_is_odd(e.get()) != 1)
        return nullptr;
    const ParamBuilder builder{OSSL_PARAM_BLD_new()};
    if (!builder || OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
        OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1)
        return nullptr;
    return key_from("RSA", builder);
}

EVP_PKEY* ec_key(const wire::JsonValue& jwk) {
    const auto x = bytes_member(jwk, "x");
    const auto y = bytes_member(jwk, "y");
    if (text_member(jwk, "crv") != "P-256" || !x || !y || x->size() != kCoordinate ||
        y->size() != kCoordinate)
        return nullptr;
    const std::string point = "\x04" + *x + *y;  // uncompressed
    const ParamBuilder builder{OSSL_PARAM_BLD_new()};
    if (!builder ||
        OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) != 1 ||
        OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                         point.size()) != 1)
        return nullptr;
    EVP_PKEY* const key = key_from("EC", builder);
    if (!key) return nullptr;
    const KeyContext context{EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr)};
    if (context && EVP_PKEY_public_check(context.get()) == 1) return key;  // a point of the curve
    EVP_PKEY_free(key);
    return nullptr;
}

// JWS has r and s one after the other; OpenSSL expects them in DER.
std::optional<std::vector<unsigned char>> der_signature(std::string_view signature) {
    if (signature.size() != 2 * kCoordinate) return std::nullopt;
    Number r = number_from(signature.substr(0, kCoordinate));
    Number s = number_from(signature.substr(kCoordinate));
    const EcSignature both{ECDSA_SIG_new()};
    if (!r || !s || !both || ECDSA_SIG_set0(both.get(), r.get(), s.get()) != 1) return std::nullopt;
    static_cast<void>(r.release());  // owned by the signature now
    static_cast<void>(s.release());
    const int size = i2d_ECDSA_SIG(both.get(), nullptr);
    if (size <= 0) return std::nullopt;
    std::vector<unsigned char> der(static_cast<std::size_t>(size));
    unsigned char* out = der.data();
    i2d_ECDSA_SIG(both.get(), &out);
    return der;
}

bool verify(EVP_PKEY* key, Algorithm algorithm, std::string_view signed_text,
            std::span<const unsigned char> signature) {
    const DigestContext context{EVP_MD_CTX_new()};
    EVP_PKEY_CTX* of_key = nullptr;  // owned by the context
    if (!context || EVP_DigestVerifyInit(context.get(), &of_key, EVP_sha256(), nullptr, key) != 1)
        return false;
    if (algorithm == Algorithm::ps256 &&
        (EVP_PKEY_CTX_set_rsa_padding(of_key, RSA_PKCS1_PSS_PADDING) != 1 ||
         EVP_PKEY_CTX_set_rsa_pss_saltlen(of_key, RSA_PSS_SALTLEN_DIGEST) != 1))
        return false;
    return EVP_DigestVerify(context.get(), signature.data(), signature.size(), bytes_of(signed_text),
                            signed_text.size()) == 1;
}

bool is_valid(EVP_PKEY* key, Algorithm algorithm, std::string_view signed_text, std::string_view signature) {
    bool valid = false;
    if (algorithm == Algorithm::es256) {
        const auto der = der_signature(signature);
        valid = der && verify(key, algorithm, signed_text, *der);
    } else {
        valid = verify(key, algorithm, signed_text, {bytes_of(signature), signature.size()});
    }
    ERR_clear_error();  // the queue of the thread belongs to TLS as well
    return valid;
}

}  // namespace

std::optional<Algorithm> algorithm_named(std::string_view name) {
    const auto* const found =
        std::ranges::find(kAlgorithms, name, [](const auto& each) { return each.first; });
    return found == kAlgorithms.end() ? std::nullopt : std::optional{found->second};
}

bool KeySet::Key::fits(Algorithm wanted) const {
    const bool same_type = (EVP_PKEY_is_a(key.get(), "EC") == 1) == (wanted == Algorithm::es256);
    return same_type && (!algorithm || *algorithm == wanted);
}

std::optional<KeySet> KeySet::parse(std::string_view json) {
    try {
        const wire::JsonDocument document{json};
        const wire::JsonValue root = document.root();
        if (root.kind() != wire::JsonKind::object) return std::nullopt;
        const auto list = root.find("keys");
        if (!list || list->kind() != wire::JsonKind::array) return std::nullopt;
        KeySet set;
        for (std::size_t i = 0; i < list->size(); ++i) {
            const wire::JsonValue jwk = list->at(i);
            if (jwk.kind() != wire::JsonKind::object || !is_absent_or(jwk, "use", "sig") || !may_verify(jwk))
                continue;
            const auto name = text_member(jwk, "alg");
            const auto algorithm = name ? algorithm_named(*name) : std::nullopt;
            if (!algorithm && jwk.find("alg")) continue;
            const auto type = text_member(jwk, "kty");
            EVP_PKEY* const key = type == "RSA" ? rsa_key(jwk) : type == "EC" ? ec_key(jwk) : nullptr;
            ERR_clear_error();
            if (!key) continue;
            set.keys_.push_back({.id = text_member(jwk, "kid"),
                                 .algorithm = algorithm,
                                 .key = std::unique_ptr<EVP_PKEY, FreeKey>{key}});
        }
        return set;
    } catch (const Error&) {
        return std::nullopt;  // not JSON
    }
}

SignatureCheck KeySet::check(Algorithm algorithm, const std::optional<std::string>& key_id,
                             std::string_view signed_text, std::string_view signature) const {
    const Key* found = nullptr;
    for (const Key& each : keys_) {
        if (!each.fits(algorithm) || (key_id && each.id != key_id)) continue;
        if (found) return SignatureCheck::unknown_key;  // which one is not clear
        found = &each;
    }
    if (!found) return SignatureCheck::unknown_key;
    return is_valid(found->key.get(), algorithm, signed_text, signature) ? SignatureCheck::valid
                                                                         : SignatureCheck::invalid;
}

}  // namespace callboard::sso
