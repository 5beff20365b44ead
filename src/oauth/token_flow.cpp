#include "oauth/token_flow.h"

#include <algorithm>
#include <string>

#include "accounts/credential.h"
#include "base/constant_time.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "oauth/access.h"
#include "oauth/grant_audit.h"
#include "oauth/grant_store.h"
#include "oauth/token_store.h"

namespace callboard::oauth {
namespace {

using accounts::hash_of;

constexpr OAuthError kBadCode{Reason::invalid_grant, "the code is unknown, expired or already used"};
constexpr OAuthError kBadRefreshToken{Reason::invalid_grant,
                                      "the refresh token is unknown, expired, revoked or already used"};
constexpr OAuthError kOtherRedirectUri{Reason::invalid_grant,
                                       "redirect_uri does not match the authorization request"};
constexpr OAuthError kBadVerifier{Reason::invalid_grant, "code_verifier does not match the code_challenge"};
constexpr OAuthError kNoScopeLeft{Reason::invalid_scope,
                                  "the application is no longer registered for any of the granted scopes"};
constexpr OAuthError kMoreScopes{Reason::invalid_scope, "the requested scopes exceed the granted scopes"};

std::unexpected<RefusedTokens> refused(const OAuthError& error) {
    return std::unexpected(RefusedTokens{.error = error});
}

// RFC 7636, sections 4.1 and 4.6. A verifier without a challenge is refused, against PKCE downgrade attacks
// (RFC 9700, section 4.8.2).
bool verifier_fits(const std::optional<std::string>& challenge, std::optional<std::string_view> verifier) {
    constexpr std::string_view kUnreserved =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    if (!challenge || !verifier) return !challenge && !verifier;
    if (verifier->size() < 43 || verifier->size() > 128) return false;
    if (verifier->find_first_not_of(kUnreserved) != std::string_view::npos) return false;
    return equal_in_constant_time(to_base64url(sha256(*verifier)), *challenge);
}

// Reuse detection: a used code or refresh token was presented again. Within kRaceWindow it is only refused;
// later the whole token chain is revoked, because the tokens may be stolen.
RefusedTokens replayed(db::Tx& tx, Timestamp used_at, const Grant& grant, const std::optional<ChainId>& chain,
                       const events::Author& author, const OAuthError& error) {
    const bool theft = chain && tx.now - used_at > kRaceWindow && store::delete_chain(tx, *chain);
    if (theft) access_ended(tx, grant, author, "USED_AGAIN");
    return {.error = error, .revoked_some = theft};
}

Tokens issue(db::Tx& tx, const ChainId& chain, const ScopeSet& access, const ScopeSet& refresh) {
    const auto id = tx.new_id<TokenId>();
    Tokens tokens{
        .access_token = new_access_token(id), .refresh_token = new_refresh_token(id), .scopes = std::nullopt};
    store::insert_pair(tx, {.id = id,
                            .chain = chain,
                            .access_hash = hash_of(tokens.access_token.reveal()),
                            .refresh_hash = hash_of(tokens.refresh_token->reveal()),
                            .access_scopes = access,
                            .scopes = refresh});
    return tokens;
}

void audit_grant(db::Tx& tx, const Application& application, const Grant& grant, events::Author author) {
    author.user = grant.user;
    audit(tx, grant, author, "OAUTH_APPLICATION_ACCESS_GRANTED",
          {{"applicationId", application.id.text()},
           {"applicationName", application.name},
           {"startDate", to_iso(tx.now)},
           {"endDate", to_iso(tx.now + kRefreshTokenLife)}});
}

// The requested scopes if they are a subset of the available ones, else nothing.
std::optional<ScopeSet> narrowed(const ScopeSet& available, std::optional<std::string_view> asked) {
    if (!asked) return available;
    const ReadScopes wanted = read_scopes(*asked);
    if (wanted.unknown || wanted.known.empty() || !available.includes(wanted.known)) return std::nullopt;
    return wanted.known;
}

}  // namespace

TokenOutcome exchange_code(db::Tx& tx, const Application& application, const CodeRequest& request,
                           const events::Author& author) {
    const Sha256 hash = hash_of(request.code);
    const auto code = store::find_code(tx, hash);
    if (!code || code->grant.application != application.id) return refused(kBadCode);
    if (request.redirect_uri && *request.redirect_uri != code->redirect_uri)
        return refused(kOtherRedirectUri);
    if (!verifier_fits(code->challenge, request.verifier)) return refused(kBadVerifier);
    if (code->used_at)
        return std::unexpected(replayed(tx, *code->used_at, code->grant, code->chain, author, kBadCode));
    if (code->expires_at <= tx.now || !code->user_is_active) return refused(kBadCode);
    // Checked again: the operator may have removed the redirect URI or scopes since the code was issued.
    if (std::ranges::find(application.redirect_uris, code->redirect_uri) == application.redirect_uris.end())
        return refused(kBadCode);
    if (code->scopes.empty()) return refused(kNoScopeLeft);

    const auto chain = tx.new_id<ChainId>();
    if (!store::spend_code(tx, hash, chain)) return refused(kBadCode);  // spent concurrently
    store::insert_chain(tx, chain, code->grant);
    store::record_use(tx, code->grant);
    audit_grant(tx, application, code->grant, author);
    Tokens tokens = issue(tx, chain, code->scopes, code->scopes);
    if (code->lost_scopes) tokens.scopes = code->scopes;
    return tokens;
}

TokenOutcome refresh(db::Tx& tx, const Application& application, const RefreshRequest& request,
                     const events::Author& author) {
    const auto key = read_token(request.token);
    const auto token = key ? store::find_refresh_token(tx, *key) : std::nullopt;
    if (!token || token->grant.application != application.id) return refused(kBadRefreshToken);
    if (token->used_at)
        return std::unexpected(
            replayed(tx, *token->used_at, token->grant, token->chain, author, kBadRefreshToken));
    if (token->expires_at <= tx.now || !token->user_is_active) return refused(kBadRefreshToken);
    if (token->scopes.empty()) return refused(kNoScopeLeft);
    const auto scopes = narrowed(token->scopes, request.scope);
    if (!scopes) return refused(kMoreScopes);

    if (!store::spend_refresh_token(tx, key->id)) return refused(kBadRefreshToken);  // spent concurrently
    if (token->chain_expires_at < tx.now + kRefreshTokenLife) store::prolong_chain(tx, token->chain);
    store::record_use(tx, token->grant);
    Tokens tokens = issue(tx, token->chain, *scopes, token->scopes);
    if (token->lost_scopes || *scopes != token->scopes) tokens.scopes = scopes;
    return tokens;
}

TokenOutcome grant_to_program(db::Tx& tx, const ClientCredential& credential,
                              std::optional<std::string_view> scope) {
    const auto scopes = narrowed(credential.scopes, scope);
    if (!scopes) return refused(kMoreScopes);
    const auto id = tx.new_id<TokenId>();
    Tokens tokens{
        .access_token = new_access_token(id), .refresh_token = std::nullopt, .scopes = std::nullopt};
    if (*scopes != credential.scopes) tokens.scopes = scopes;
    store::insert_program_token(tx, id, hash_of(tokens.access_token.reveal()), credential.id, *scopes);
    return tokens;
}

}  // namespace callboard::oauth
