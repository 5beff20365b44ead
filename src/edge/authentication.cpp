#include "edge/authentication.h"

#include <string>

#include "accounts/credential.h"
#include "accounts/credential_store.h"
#include "http/header_text.h"
#include "oauth/token_store.h"

namespace callboard::edge {
namespace {

using enum CredentialKind;

PresentedCredential bearer(std::string_view authorization) {
    constexpr std::string_view kBearer = "Bearer ";  // the name of a scheme counts in any case
    if (!http::same_name(authorization.substr(0, kBearer.size()), kBearer)) return {.kind = malformed};
    const std::string_view token = http::trimmed(authorization.substr(kBearer.size()));
    return {.kind = access_token, .secret = token, .hash = accounts::hash_of(token)};
}

// The pair of application and user, whatever the token; or a key, or a client of the company's own.
throttle::Subject budget_of(const UserId& user, std::string_view client) {
    return throttle::Subject::of(std::string{user.text()}.append(" ").append(client));
}

}  // namespace

PresentedCredential presented_credential(const http::Request& request) {
    const std::string_view key = request.header("X-SmartToken");
    if (!key.empty()) return {.kind = api_key, .secret = key, .hash = accounts::hash_of(key)};
    const std::string_view authorization = request.header("Authorization");
    if (authorization.empty()) return {};
    // Which of two would count, is for each server on the way to guess: neither does.
    if (request.has_twice("Authorization")) return {.kind = malformed};
    return bearer(authorization);
}

std::optional<Caller> find_caller(db::Snapshot& snapshot, const PresentedCredential& credential,
                                  throttle::RuleBook& rules) {
    if (credential.kind == api_key) {
        const auto holder = accounts::store::find_holder(snapshot, credential.hash);
        if (!holder) return std::nullopt;
        return Caller{.called_with = api_key,
                      .company = holder->company,
                      .user = holder->user,
                      .role = holder->role,
                      .scopes = oauth::ScopeSet::all(),
                      .application = std::nullopt,
                      .expires_at = std::nullopt,
                      .budget = budget_of(holder->user, holder->credential.text()),
                      .rules = &rules.of(holder->company.text(), holder->credential.text())};
    }
    const auto token = oauth::read_access_token(credential.secret, credential.hash);
    const auto bearer = token ? oauth::store::find_bearer(snapshot, *token) : std::nullopt;
    if (!bearer) return std::nullopt;
    return Caller{.called_with = access_token,
                  .company = bearer->company,
                  .user = bearer->user,
                  .role = bearer->role,
                  .scopes = bearer->scopes,
                  .application = ApplicationId::parse(bearer->client),
                  .expires_at = bearer->expires_at,
                  .budget = budget_of(bearer->user, bearer->client),
                  .rules = &rules.of(bearer->company.text(), bearer->client)};
}

}  // namespace callboard::edge
