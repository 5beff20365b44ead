#include "oauth/authorization_flow.h"

#include <algorithm>
#include <utility>

#include "accounts/credential.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "oauth/application_store.h"
#include "oauth/grant_audit.h"
#include "oauth/grant_store.h"
#include "oauth/token_store.h"

namespace callboard::oauth {
namespace {

constexpr std::size_t kChallengeLength = 43;  // SHA-256 in base64url

constexpr OAuthError kRepeated{Reason::invalid_request, "a parameter is given more than once"};
constexpr OAuthError kOtherResponseType{Reason::unsupported_response_type, "response_type must be code"};
constexpr OAuthError kNoScope{Reason::invalid_scope, "scope is required"};
constexpr OAuthError kUnknownScope{Reason::invalid_scope, "unknown scope"};
constexpr OAuthError kUnregisteredScope{Reason::invalid_scope,
                                        "the application is not registered for this scope"};
constexpr OAuthError kBadChallenge{Reason::invalid_request,
                                   "code_challenge must use the method S256: 43 characters of base64url"};
constexpr OAuthError kNoChallenge{Reason::invalid_request,
                                  "this application has no secret: code_challenge is required (S256)"};
constexpr std::string_view kServerFailed = "internal server error; try again";
constexpr OAuthError kDeclined{Reason::access_denied, "the user declined"};
constexpr OAuthError kDeactivated{Reason::access_denied, "the user was deactivated"};

class Location {
  public:
    explicit Location(std::string redirect_uri) : text_(std::move(redirect_uri)) {
        separator_ = text_.contains('?') ? '&' : '?';
    }
    Location& add(std::string_view name, std::string_view value) {
        text_.append(1, std::exchange(separator_, '&'))
            .append(name)
            .append("=")
            .append(percent_encode(value));
        return *this;
    }
    ClientRedirect to_client() && { return {std::move(text_)}; }

  private:
    std::string text_;
    char separator_;
};

// With the issuer (RFC 9207): a client of several authorization servers must know which one responds.
ClientRedirect refuse(const std::string& redirect_uri, const std::optional<std::string>& state,
                      const OAuthError& error, std::string_view issuer) {
    Location location{redirect_uri};
    location.add("error", name_of(error.reason))
        .add("error_description", error.description)
        .add("code", std::to_string(status_of(error.reason)));
    if (state) location.add("state", *state);
    location.add("iss", issuer);
    return std::move(location).to_client();
}

std::optional<std::string> optional_text(std::optional<std::string_view> text) {
    if (!text) return std::nullopt;
    return std::string{*text};
}

bool is_challenge(std::string_view text) {
    return text.size() == kChallengeLength && from_base64url(text).has_value();
}

std::optional<OAuthError> fault_of(const wire::Form& query, const Application& application) {
    for (const std::string_view name :
         {"response_type", "scope", "state", "code_challenge", "code_challenge_method"})
        if (query.has_repeated(name)) return kRepeated;
    if (query.get("response_type").value_or("code") != "code") return kOtherResponseType;
    const auto method = query.get("code_challenge_method");
    const auto challenge = query.get("code_challenge");
    if ((challenge || method) && (method != "S256" || !challenge || !is_challenge(*challenge)))
        return kBadChallenge;
    if (!challenge && application.type == ClientType::public_client) return kNoChallenge;
    const ReadScopes scopes = read_scopes(query.text("scope"));
    if (scopes.unknown) return kUnknownScope;
    if (scopes.known.empty()) return kNoScope;
    if (!application.scopes.includes(scopes.known)) return kUnregisteredScope;
    return std::nullopt;
}

// Serialized with the deactivation of the user, which deletes codes: afterwards there must be no new one.
bool lock_active(db::Tx& tx, const Grant& grant) {
    db::Tx inside = tx.within(grant.company);
    accounts::lock_user_changes(inside);
    const auto user = accounts::store::find_user(inside, grant.user);
    return user && user->state == accounts::UserState::active;
}

}  // namespace

CheckedRequest check_authorization_request(db::Snapshot& snapshot, const wire::Form& query,
                                           std::string_view issuer, const std::optional<CompanyId>& company) {
    if (query.has_repeated("client_id") || query.has_repeated("redirect_uri"))
        return NoTrustedRedirect{"client_id or redirect_uri is given more than once."};
    const auto id = ApplicationId::parse(query.text("client_id"));
    auto application = id ? store::find_application(snapshot, *id) : std::nullopt;
    // Users of other companies must not learn that the application exists.
    const bool is_known = application && (!company || application->serves(*company));
    if (!is_known) return NoTrustedRedirect{"The application (client_id) is unknown."};
    std::string redirect_uri{query.text("redirect_uri")};
    if (std::ranges::find(application->redirect_uris, redirect_uri) == application->redirect_uris.end())
        return NoTrustedRedirect{
            "The redirect address (redirect_uri) is not registered for this application."};

    auto state = optional_text(query.get("state"));
    if (const auto fault = fault_of(query, *application))
        return refuse(redirect_uri, query.has_repeated("state") ? std::nullopt : state, *fault, issuer);
    return AuthorizationRequest{.application = std::move(*application),
                                .redirect_uri = std::move(redirect_uri),
                                .scopes = read_scopes(query.text("scope")).known,
                                .state = std::move(state),
                                .challenge = optional_text(query.get("code_challenge"))};
}

bool is_allowed_already(db::Snapshot& snapshot, const AuthorizationRequest& request, const Grant& grant) {
    const auto allowed = store::allowed_scopes(snapshot, grant);
    return allowed && allowed->includes(request.scopes);
}

ClientRedirect authorize(db::Tx& tx, const AuthorizationRequest& request, const Grant& grant,
                         std::string_view issuer) {
    if (!lock_active(tx, grant)) return refuse(request.redirect_uri, request.state, kDeactivated, issuer);
    const auto before = store::allowed_scopes(tx, grant).value_or(ScopeSet{});
    store::allow(tx, grant, before | request.scopes);
    const Secret code = new_secret(SecretKind::code);
    store::insert_code(tx, accounts::hash_of(code.reveal()),
                       {.grant = grant,
                        .redirect_uri = request.redirect_uri,
                        .challenge = request.challenge,
                        .scopes = request.scopes,
                        .expires_at = tx.now + kCodeLife,
                        .used_at = std::nullopt,
                        .chain = std::nullopt});
    Location location{request.redirect_uri};
    location.add("code", code.reveal());
    if (request.state) location.add("state", *request.state);
    location.add("iss", issuer);
    return std::move(location).to_client();
}

ClientRedirect fail(const AuthorizationRequest& request, ErrorKind kind, std::string_view issuer) {
    const bool later = kind == ErrorKind::unavailable || kind == ErrorKind::timed_out;
    const Reason reason = later ? Reason::temporarily_unavailable : Reason::server_error;
    return refuse(request.redirect_uri, request.state, {reason, kServerFailed}, issuer);
}

ClientRedirect decline(db::Tx& tx, const AuthorizationRequest& request, const Grant& grant,
                       const events::Author& author, std::string_view issuer) {
    audit(tx, grant, author, "OAUTH_APPLICATION_ACCESS_DECLINED",
          {{"applicationId", request.application.id.text()}, {"applicationName", request.application.name}});
    return refuse(request.redirect_uri, request.state, kDeclined, issuer);
}

}  // namespace callboard::oauth
