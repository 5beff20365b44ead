// Requests and responses of the OAuth endpoints that clients call directly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "oauth/oauth_error.h"
#include "wire/shape.h"

namespace callboard::api {

// --- requests, as a form or as a JSON object of strings

struct TokenForm {
    std::string grant_type;
    std::optional<std::string> client_id;
    std::optional<std::string> client_secret;
    std::optional<std::string> code;
    std::optional<std::string> redirect_uri;
    std::optional<std::string> code_verifier;
    std::optional<std::string> refresh_token;
    std::optional<std::string> scope;

    static constexpr std::string_view kName = "TokenForm";
    static constexpr auto shape() {
        constexpr std::string_view kClient = "Unless the client authenticates with HTTP Basic.";
        return wire::fields(
            wire::field("grant_type", &TokenForm::grant_type,
                        {.about = "authorization_code, refresh_token or client_credentials."}),
            wire::field("client_id", &TokenForm::client_id, {.about = kClient}),
            wire::field("client_secret", &TokenForm::client_secret, {.about = kClient}),
            wire::field("code", &TokenForm::code, {.about = "For authorization_code."}),
            wire::field(
                "redirect_uri", &TokenForm::redirect_uri,
                {.about =
                     "For authorization_code: if present, the redirect_uri of the authorization request."}),
            wire::field("code_verifier", &TokenForm::code_verifier,
                        {.about = "For authorization_code: required if the authorization request had a "
                                  "code_challenge (RFC 7636)."}),
            wire::field("refresh_token", &TokenForm::refresh_token, {.about = "For refresh_token."}),
            wire::field("scope", &TokenForm::scope,
                        {.about = "A subset of the scopes that the client may have, separated by spaces."}));
    }
};

// The token to revoke or to introspect.
struct OneTokenForm {
    std::string token;
    std::optional<std::string> client_id;
    std::optional<std::string> client_secret;

    static constexpr std::string_view kName = "OneTokenForm";
    static constexpr auto shape() {
        return wire::fields(wire::field("token", &OneTokenForm::token),
                            wire::field("client_id", &OneTokenForm::client_id),
                            wire::field("client_secret", &OneTokenForm::client_secret));
    }
};

// --- responses

struct TokenAnswer {
    std::string_view access_token;
    std::string_view token_type;
    std::int64_t expires_in = 0;
    std::optional<std::string_view> refresh_token;
    std::optional<std::string> scope;

    static constexpr std::string_view kName = "TokenAnswer";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("access_token", &TokenAnswer::access_token),
            wire::field("token_type", &TokenAnswer::token_type, {.about = "Always bearer."}),
            wire::field("expires_in", &TokenAnswer::expires_in, {.min = 0, .about = "Seconds."}),
            wire::field("refresh_token", &TokenAnswer::refresh_token,
                        {.about = "The next refresh token; absent for client_credentials."}),
            wire::field("scope", &TokenAnswer::scope,
                        {.about = "Present if it differs from the requested scope."}));
    }
};

struct RevocationAnswer {
    static constexpr std::string_view kName = "RevocationAnswer";
    static constexpr auto shape() { return wire::fields(); }
};

// For a token that is invalid or belongs to another client, only `active` (false) is sent.
struct IntrospectionAnswer {
    bool active = false;
    std::optional<std::string> scope = std::nullopt;
    std::optional<std::string> client_id = std::nullopt;
    std::optional<std::string_view> token_type = std::nullopt;
    std::optional<std::int64_t> exp = std::nullopt;
    std::optional<UserId> sub = std::nullopt;
    std::optional<CompanyId> company_id = std::nullopt;

    static constexpr std::string_view kName = "IntrospectionAnswer";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("active", &IntrospectionAnswer::active),
            wire::field("scope", &IntrospectionAnswer::scope),
            wire::field("client_id", &IntrospectionAnswer::client_id),
            wire::field("token_type", &IntrospectionAnswer::token_type,
                        {.about = "bearer or refresh_token."}),
            wire::field("exp", &IntrospectionAnswer::exp,
                        {.min = 0, .about = "Seconds since 1970-01-01T00:00:00Z."}),
            wire::field("sub", &IntrospectionAnswer::sub, {.about = "The user whom the token acts for."}),
            wire::field("company_id", &IntrospectionAnswer::company_id));
    }
};

// RFC 8414.
struct ServerMetadata {
    using Names = std::vector<std::string_view>;

    std::string issuer;
    std::string authorization_endpoint;
    std::string token_endpoint;
    std::string revocation_endpoint;
    std::string introspection_endpoint;
    Names response_types;
    Names response_modes;
    Names grant_types;
    Names challenge_methods;
    Names token_auth_methods;
    Names revocation_auth_methods;
    Names introspection_auth_methods;
    Names scopes;
    bool returns_issuer = false;

    static constexpr std::string_view kName = "ServerMetadata";
    static constexpr auto shape() {
        using M = ServerMetadata;
        return wire::fields(
            wire::field("issuer", &M::issuer),
            wire::field("authorization_endpoint", &M::authorization_endpoint),
            wire::field("token_endpoint", &M::token_endpoint),
            wire::field("revocation_endpoint", &M::revocation_endpoint),
            wire::field("introspection_endpoint", &M::introspection_endpoint),
            wire::field("response_types_supported", &M::response_types),
            wire::field("response_modes_supported", &M::response_modes),
            wire::field("grant_types_supported", &M::grant_types),
            wire::field("code_challenge_methods_supported", &M::challenge_methods),
            wire::field("token_endpoint_auth_methods_supported", &M::token_auth_methods),
            wire::field("revocation_endpoint_auth_methods_supported", &M::revocation_auth_methods),
            wire::field("introspection_endpoint_auth_methods_supported", &M::introspection_auth_methods),
            wire::field("scopes_supported", &M::scopes),
            wire::field("authorization_response_iss_parameter_supported", &M::returns_issuer));
    }
};

}  // namespace callboard::api
