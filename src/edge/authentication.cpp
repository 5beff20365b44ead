#include "edge/authentication.h"

#include <string>

#include "accounts/credential.h"
#include "accounts/credential_store.h"
#include "accounts/scim_token.h"
#include "accounts/scim_token_store.h"
#include "accounts/session_store.h"
#include "edge/content_negotiation.h"
#include "edge/cookies.h"
#include "edge/own_origin.h"
#include "http/header_text.h"
#include "oauth/token_store.h"

namespace callboard::edge {
namespace {

using enum CredentialKind;
using Presented = std::expected<PresentedCredential, CredentialFault>;

Presented bearer(std::string_view authorization) {
    constexpr std::string_view kBearer = "Bearer ";  // case-insensitive (RFC 9110, section 11.1)
    if (!http::same_name(authorization.substr(0, kBearer.size()), kBearer))
        return std::unexpected(CredentialFault::not_bearer);
    const std::string_view token = http::trimmed(authorization.substr(kBearer.size()));
    if (accounts::looks_like_api_key(token)) return std::unexpected(CredentialFault::api_key_as_bearer);
    if (oauth::looks_like(token, oauth::SecretKind::refresh_token))
        return std::unexpected(CredentialFault::refresh_token_as_bearer);
    const auto kind = accounts::looks_like_scim_token(token) ? scim_token : access_token;
    return PresentedCredential{.kind = kind, .secret = token, .hash = accounts::hash_of(token)};
}

// Of the three types that forms can send, multipart is needed for files: the Origin has to suffice for it.
bool has_type_of_plain_form(const http::Request& request) {
    constexpr std::string_view kHeader = "Content-Type";
    const std::string_view type = request.header(kHeader);
    const std::string_view media = http::trimmed(type.substr(0, type.find(';')));
    return media.empty() || request.has_repeated(kHeader) || http::same_name(media, "text/plain") ||
           http::same_name(media, "application/x-www-form-urlencoded");
}

// Why the session of this request does not count, whatever it is.
std::optional<CredentialFault> fault_of_session_call(const http::Request& request,
                                                     std::string_view public_url) {
    const RequestOrigin origin = request_origin(request, public_url);
    if (origin == RequestOrigin::foreign) return CredentialFault::session_of_foreign_origin;
    if (request.method == http::Method::get) {
        const bool is_ours = origin == RequestOrigin::own || is_same_origin_fetch(request);
        return is_ours ? std::nullopt : std::optional{CredentialFault::session_read_without_origin};
    }
    if (origin == RequestOrigin::absent) return CredentialFault::session_change_without_origin;
    if (has_body(request) && has_type_of_plain_form(request)) return CredentialFault::session_with_form;
    return std::nullopt;
}

Presented session_credential(const http::Request& request, std::string_view public_url) {
    const std::string_view secret = session_in(request, public_url);
    if (secret.empty()) return std::unexpected(CredentialFault::missing);
    if (const auto fault = fault_of_session_call(request, public_url)) return std::unexpected(*fault);
    return PresentedCredential{.kind = session, .secret = secret, .hash = accounts::hash_of(secret)};
}

// The budget of the user together with the application, for all of its tokens; or with the API key or client
// credential.
throttle::Subject budget_of(const UserId& user, std::string_view client) {
    return throttle::Subject::of(std::string{user.text()}.append(" ").append(client));
}

// The caller with a credential of the company itself, which does not expire.
Caller caller_of(const accounts::Holder& holder, CredentialKind kind, const oauth::ScopeSet& scopes,
                 throttle::RuleBook& rules) {
    return {.called_with = kind,
            .company = holder.company,
            .user = holder.user,
            .role = holder.role,
            .scopes = scopes,
            .application = std::nullopt,
            .credential = holder.credential,
            .session = std::nullopt,
            .expires_at = std::nullopt,
            .budget = budget_of(holder.user, holder.credential.text()),
            .rules = &rules.of(holder.company.text(), holder.credential.text())};
}

Authentication find_session_caller(db::Snapshot& snapshot, const PresentedCredential& credential,
                                   throttle::RuleBook& rules) {
    const auto holder = accounts::store::find_session_holder(snapshot, credential.hash);
    if (!holder) return std::unexpected(CredentialFault::unknown_session);
    return Caller{.called_with = session,
                  .company = holder->company,
                  .user = holder->user,
                  .role = holder->role,
                  .scopes = oauth::ScopeSet::all(),
                  .application = std::nullopt,
                  .credential = std::nullopt,
                  .session = credential.hash,
                  .expires_at = holder->expires_at,
                  .budget = budget_of(holder->user, kConsoleName),
                  .rules = &rules.of_console(holder->company.text())};
}

}  // namespace

Presented presented_credential(const http::Request& request, std::string_view public_url) {
    const std::string_view key = request.header("X-SmartToken");
    if (!key.empty()) {
        if (oauth::looks_like(key, oauth::SecretKind::access_token))
            return std::unexpected(CredentialFault::access_token_as_api_key);
        return PresentedCredential{.kind = api_key, .secret = key, .hash = accounts::hash_of(key)};
    }
    const std::string_view authorization = request.header("Authorization");
    const bool has_header = request.has("X-SmartToken") || request.has("Authorization");
    if (!has_header) return session_credential(request, public_url);
    if (authorization.empty()) return std::unexpected(CredentialFault::missing);
    // Intermediaries could disagree on which of two headers counts, so both are refused.
    if (request.has_repeated("Authorization")) return std::unexpected(CredentialFault::sent_twice);
    return bearer(authorization);
}

Authentication find_caller(db::Snapshot& snapshot, const PresentedCredential& credential,
                           throttle::RuleBook& rules) {
    if (credential.kind == api_key) {
        const auto holder = accounts::store::find_holder(snapshot, credential.hash);
        if (!holder) return std::unexpected(CredentialFault::unknown_api_key);
        return caller_of(*holder, api_key, oauth::ScopeSet::all(), rules);
    }
    if (credential.kind == scim_token) {
        const auto holder = accounts::store::find_scim_holder(snapshot, credential.hash);
        if (!holder) return std::unexpected(CredentialFault::unknown_scim_token);
        return caller_of(*holder, scim_token, {}, rules);
    }
    if (credential.kind == session) return find_session_caller(snapshot, credential, rules);
    const auto token = oauth::read_access_token(credential.secret, credential.hash);
    if (!token) return std::unexpected(CredentialFault::unknown_access_token);
    const auto bearer = oauth::store::find_bearer(snapshot, *token);
    if (!bearer) {
        const bool expired = oauth::store::has_expired(snapshot, *token);
        return std::unexpected(expired ? CredentialFault::expired_access_token
                                       : CredentialFault::unknown_access_token);
    }
    return Caller{.called_with = access_token,
                  .company = bearer->company,
                  .user = bearer->user,
                  .role = bearer->role,
                  .scopes = bearer->scopes,
                  .application = ApplicationId::parse(bearer->client),
                  .credential = CredentialId::parse(bearer->client),
                  .session = std::nullopt,
                  .expires_at = bearer->expires_at,
                  .budget = budget_of(bearer->user, bearer->client),
                  .rules = &rules.of(bearer->company.text(), bearer->client)};
}

}  // namespace callboard::edge
