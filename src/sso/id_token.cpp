#include "sso/id_token.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/constant_time.h"
#include "base/encoding.h"
#include "base/error.h"

namespace callboard::sso {
namespace {

constexpr std::size_t kLongestText = 1'000;              // of a header or an issuer
constexpr std::int64_t kLatestSecond = 253'402'300'799;  // 9999-12-31, so that milliseconds do not overflow

std::unexpected<TokenFault> fault(std::string reason, bool key_unknown = false) {
    return std::unexpected{TokenFault{.reason = std::move(reason), .key_unknown = key_unknown}};
}

// The three parts of the compact serialization (RFC 7515, section 7.1).
struct Parts {
    std::string header;
    std::string payload;
    std::string signature;
    std::string_view signed_text;
};

std::optional<Parts> split(std::string_view token) {
    const auto first = token.find('.');
    if (first == std::string_view::npos) return std::nullopt;
    const auto second = token.find('.', first + 1);
    if (second == std::string_view::npos || token.find('.', second + 1) != std::string_view::npos)
        return std::nullopt;
    auto header = from_base64url(token.substr(0, first));
    auto payload = from_base64url(token.substr(first + 1, second - first - 1));
    auto signature = from_base64url(token.substr(second + 1));
    if (!header || !payload || !signature) return std::nullopt;
    return Parts{.header = std::move(*header),
                 .payload = std::move(*payload),
                 .signature = std::move(*signature),
                 .signed_text = token.substr(0, second)};
}

// Whole seconds, or with a fraction.
std::optional<Timestamp> time_claim(const wire::JsonValue& claims, std::string_view name) {
    const auto value = claims.find(name);
    if (!value || value->kind() != wire::JsonKind::number) return std::nullopt;
    const double seconds = value->number();
    if (!(seconds >= 0 && seconds <= static_cast<double>(kLatestSecond))) return std::nullopt;
    return Timestamp{static_cast<std::int64_t>(seconds) * 1000};
}

std::optional<std::string> fault_of_signature(const Parts& parts, const KeySet& keys, bool& key_unknown) {
    const wire::JsonDocument document{parts.header};
    const wire::JsonValue header = document.root();
    if (header.kind() != wire::JsonKind::object) return "its header is not an object";
    const auto name = text_claim(header, "alg", kLongestText);
    const auto algorithm = name ? algorithm_named(*name) : std::nullopt;
    if (!algorithm) return "its algorithm is not RS256, PS256 or ES256";
    if (header.find("crit")) return "its header has critical extensions";
    const auto type = text_claim(header, "typ", kLongestText);
    const auto key_id = text_claim(header, "kid", kLongestText);
    if ((!type && header.find("typ")) || (!key_id && header.find("kid")))
        return "its header has a typ or kid that is not a text";
    // Tokens of other kinds, such as access tokens and logout tokens, have another type.
    if (!same_name(type.value_or("JWT"), "JWT")) return "it is a token of another type";
    const auto checked = keys.check(*algorithm, key_id, parts.signed_text, parts.signature);
    key_unknown = checked == SignatureCheck::unknown_key;
    if (key_unknown) return "its key is not one of the provider's";
    if (checked != SignatureCheck::valid) return "its signature is wrong";
    return std::nullopt;
}

bool is_for(const wire::JsonValue& claims, std::string_view client_id) {
    const auto audience = claims.find("aud");
    if (!audience) return false;
    const auto party = claims.find("azp");
    const bool is_party = party && party->kind() == wire::JsonKind::text && party->text() == client_id;
    if (party && !is_party) return false;
    if (audience->kind() == wire::JsonKind::text) return audience->text() == client_id;
    if (audience->kind() != wire::JsonKind::array) return false;
    bool is_listed = false;
    for (std::size_t i = 0; i < audience->size(); ++i) {
        const wire::JsonValue each = audience->at(i);
        if (each.kind() != wire::JsonKind::text) return false;
        is_listed = is_listed || each.text() == client_id;
    }
    return is_listed && (audience->size() == 1 || is_party);
}

bool has_required(const wire::JsonValue& claims, const accounts::RequiredClaim& required) {
    const auto value = text_claim(claims, required.name, kLongestText);
    return value && std::ranges::find(required.values, *value) != required.values.end();
}

std::optional<std::string> fault_of_times(const wire::JsonValue& claims, Timestamp now) {
    const auto expires = time_claim(claims, "exp");
    const auto issued = time_claim(claims, "iat");
    if (!expires || !issued) return "it has no exp or iat";
    if (now >= *expires + kClockSkew) return "it has expired";
    if (*issued > now + kClockSkew) return "it was issued in the future: a clock is wrong";
    if (*issued < now - kOldestToken) return "it was issued too long ago: a clock is wrong";
    if (claims.find("nbf")) {
        const auto from = time_claim(claims, "nbf");
        if (!from || *from > now + kClockSkew) return "it is not valid yet";
    }
    return std::nullopt;
}

std::expected<Claims, TokenFault> checked_claims(std::string_view payload, const ExpectedToken& expected) {
    const wire::JsonDocument document{payload};
    const wire::JsonValue claims = document.root();
    if (claims.kind() != wire::JsonKind::object) return fault("its payload is not an object");
    if (text_claim(claims, "iss", kLongestText) != expected.issuer) return fault("it is of another issuer");
    if (!is_for(claims, expected.client_id)) return fault("it is for another client");
    if (auto wrong = fault_of_times(claims, expected.now)) return fault(std::move(*wrong));
    const auto nonce = text_claim(claims, "nonce", kLongestText);
    if (!nonce || !equal_in_constant_time(*nonce, expected.nonce)) return fault("it has another nonce");
    if (expected.required_claim && !has_required(claims, *expected.required_claim))
        return fault("its claim " + expected.required_claim->name + " is not the required one");
    auto found = claims_of(claims, expected.identifying_claim);
    if (!found) return fault("it has no usable subject");
    return std::move(*found);
}

}  // namespace

std::expected<Claims, TokenFault> validate_id_token(std::string_view token, const KeySet& keys,
                                                    const ExpectedToken& expected) {
    const auto parts = split(token);
    if (!parts) return fault("it is not a signed token");
    try {
        bool key_unknown = false;
        if (auto wrong = fault_of_signature(*parts, keys, key_unknown))
            return fault(std::move(*wrong), key_unknown);
        return checked_claims(parts->payload, expected);
    } catch (const Error&) {
        return fault("it is not valid JSON");
    }
}

}  // namespace callboard::sso
