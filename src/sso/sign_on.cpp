#include "sso/sign_on.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/encoding.h"
#include "base/error.h"
#include "wire/shape.h"

namespace callboard::sso {
namespace {

constexpr std::size_t kLongestToken = 65'536;
constexpr std::size_t kLongestErrorCode = 64;
constexpr std::string_view kEmail = "email";

struct TokenMessage {
    std::string id_token;
    std::optional<std::string> access_token;

    static constexpr auto shape() {
        return wire::fields(
            wire::field("id_token", &TokenMessage::id_token, {.min_length = 1, .max_length = kLongestToken}),
            wire::field("access_token", &TokenMessage::access_token, {.max_length = kLongestToken}));
    }
};

struct ErrorMessage {
    std::optional<std::string> error;

    static constexpr auto shape() { return wire::fields(wire::field("error", &ErrorMessage::error)); }
};

bool is_code_character(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}

// An OAuth error code, as it may be logged.
std::string error_code_in(std::string_view body) {
    try {
        const std::string code = wire::decode<ErrorMessage>(body).error.value_or("");
        if (code.size() <= kLongestErrorCode && std::ranges::all_of(code, is_code_character)) return code;
    } catch (const Error&) {
        // without a code, the status says enough
    }
    return {};
}

// RFC 6749, section 5.2. Some providers call a code malformed that is none of theirs. All other errors are
// not the fault of whoever brings the code.
bool is_refusal_of_code(std::string_view error) {
    return error == "invalid_grant" || error == "invalid_request";
}

void add_field(std::string& form, std::string_view name, std::string_view value) {
    form.append(form.empty() ? "" : "&").append(name).append("=").append(percent_encode(value));
}

// RFC 6749, section 2.3.1: both parts are encoded as in a form.
std::string basic_credentials(std::string_view client_id, const Secret& secret) {
    return "Basic " + to_base64(percent_encode(client_id) + ":" + percent_encode(secret.reveal()));
}

std::pair<std::string, std::string> names_of(const Claims& claims) {
    if (claims.given_name || claims.family_name)
        return {claims.given_name.value_or(""), claims.family_name.value_or("")};
    const std::string name = claims.name.value_or("");
    const auto space = name.rfind(' ');
    if (space == std::string::npos) return {name, ""};
    return {name.substr(0, space), name.substr(space + 1)};
}

Failure busy() {
    return {.reason = "too many sign-ons of the company wait for its provider", .is_busy = true};
}

std::expected<accounts::ProvenIdentity, std::string> identity_of(const Claims& claims,
                                                                 std::string_view claim) {
    if (!claims.identifier)
        return std::unexpected{"the provider sends no claim " + std::string{claim} +
                               " of up to 100 characters"};
    if (claim == kEmail && !claims.email_verified)
        return std::unexpected{"the provider does not vouch for the e-mail, which identifies users"};
    auto [first_name, last_name] = names_of(claims);
    return accounts::ProvenIdentity{.identifier = *claims.identifier,
                                    .verified_email = claims.email_verified ? claims.email : std::nullopt,
                                    .first_name = std::move(first_name),
                                    .last_name = std::move(last_name)};
}

}  // namespace

std::string authorization_url(const Provider& provider, const accounts::SsoConnection& connection,
                              const std::string& redirect_uri, const Secret& state,
                              const AttemptSecrets& secrets) {
    std::string url = provider.authorization_endpoint;
    add_parameter(url, "response_type", "code");
    add_parameter(url, "client_id", connection.client_id);
    add_parameter(url, "redirect_uri", redirect_uri);
    add_parameter(url, "scope", "openid email profile");
    add_parameter(url, "state", state.reveal());
    add_parameter(url, "nonce", secrets.nonce());
    add_parameter(url, "code_challenge", secrets.challenge());
    add_parameter(url, "code_challenge_method", "S256");
    return url;
}

std::string logout_url(const Provider& provider, const accounts::SsoConnection& connection,
                       const std::string& return_to, const std::optional<Secret>& id_token) {
    if (!provider.end_session_endpoint) return {};
    std::string url = *provider.end_session_endpoint;
    if (id_token) add_parameter(url, "id_token_hint", id_token->reveal());
    add_parameter(url, "client_id", connection.client_id);
    add_parameter(url, "post_logout_redirect_uri", return_to);
    return url;
}

struct SignOn::Tokens {
    Secret id_token;
    std::optional<Secret> access_token;
};

SignOn::SignOn(Exchange exchange, const webhooks::AddressGuard& guard, const Clock& clock,
               const TimeLimits& limits)
    : exchange_(exchange), clock_(clock), limits_(limits), cache_(std::move(exchange), guard, clock) {}

std::expected<Provider, Failure> SignOn::provider(const accounts::SsoConnection& connection,
                                                  TimeBudget& time) {
    auto found = cache_.known_provider(connection.company, connection.issuer);
    if (!found) {
        const CompanyGate::Place place{gate_, connection.company};
        if (!place.entered()) return std::unexpected{busy()};
        found = cache_.provider(connection.company, connection.issuer, time);
    }
    if (!*found) return std::unexpected{Failure{.reason = std::move(found->error())}};
    return std::move(**found);
}

std::expected<SignOn::Proof, Failure> SignOn::redeem(const Provider& provider, const Code& code,
                                                     TimeBudget& time) {
    if (auto failed = cache_.recent_failure_of_tokens(code.connection.company))
        return std::unexpected{Failure{.reason = std::move(*failed)}};
    const CompanyGate::Place place{gate_, code.connection.company};
    if (!place.entered()) return std::unexpected{busy()};
    return prove(provider, code, time);
}

std::expected<SignOn::Proof, Failure> SignOn::prove(const Provider& provider, const Code& code,
                                                    TimeBudget& time) {
    const auto tokens = exchange_code(provider, code, time);
    if (!tokens) return std::unexpected{tokens.error()};
    const accounts::SsoConnection& connection = code.connection;
    const auto required = accounts::required_claim_of(connection);
    auto claims = cache_.validate(connection.company, provider, tokens->id_token.reveal(),
                                  {.issuer = connection.issuer,
                                   .client_id = connection.client_id,
                                   .nonce = code.secrets.nonce(),
                                   .identifying_claim = connection.claim,
                                   .required_claim = required ? &*required : nullptr,
                                   .now = clock_.now()},
                                  time);
    if (!claims) return std::unexpected{Failure{.reason = std::move(claims.error())}};
    if (!claims->email || !claims->identifier)
        add_user_info(*claims, provider, *tokens, connection.claim, time);
    auto identity = identity_of(*claims, connection.claim);
    if (!identity) return std::unexpected{Failure{.reason = std::move(identity.error())}};
    return Proof{.identity = std::move(*identity), .id_token = tokens->id_token};
}

std::expected<SignOn::Tokens, Failure> SignOn::exchange_code(const Provider& provider, const Code& code,
                                                             TimeBudget& time) {
    std::string form;
    add_field(form, "grant_type", "authorization_code");
    add_field(form, "code", code.code);
    add_field(form, "redirect_uri", code.redirect_uri);
    add_field(form, "code_verifier", code.secrets.verifier().reveal());
    webhooks::HeaderList headers{{"User-Agent", "callboard"},
                                 {"Accept", "application/json"},
                                 {"Content-Type", "application/x-www-form-urlencoded"}};
    if (provider.takes_basic) {
        headers.emplace_back("Authorization",
                             basic_credentials(code.connection.client_id, code.client_secret));
    } else {
        add_field(form, "client_id", code.connection.client_id);
        add_field(form, "client_secret", code.client_secret.reveal());
    }
    webhooks::OutgoingResult result = call_provider(
        exchange_, {.url = provider.token_endpoint, .headers = std::move(headers), .body = std::move(form)},
        time);
    const bool has_answered = result.failure == webhooks::CallFailure::none;
    const std::string refusal = error_code_in(result.body);
    auto body = body_of(std::move(result));
    if (!body) {
        std::string reason = "the token endpoint: " + body.error() + (refusal.empty() ? "" : " " + refusal);
        if (!has_answered) cache_.tokens_failed(code.connection.company, reason);
        return std::unexpected{
            Failure{.reason = std::move(reason), .is_refused_code = is_refusal_of_code(refusal)}};
    }
    try {
        auto message = wire::decode<TokenMessage>(*body);
        Tokens tokens{.id_token = Secret{std::move(message.id_token)}, .access_token = std::nullopt};
        if (message.access_token && !message.access_token->empty())
            tokens.access_token.emplace(std::move(*message.access_token));
        return tokens;
    } catch (const Error&) {
        return std::unexpected{Failure{.reason = "the token endpoint: it sent no ID token"}};
    }
}

// A response for another subject is ignored (OpenID Connect Core, section 5.3.2), and so is an unusable one.
void SignOn::add_user_info(Claims& claims, const Provider& provider, const Tokens& tokens,
                           std::string_view claim, TimeBudget& time) const {
    if (!provider.userinfo_endpoint || !tokens.access_token) return;
    const auto body = body_of(
        call_provider(exchange_,
                      {.method = webhooks::OutgoingMethod::get,
                       .url = *provider.userinfo_endpoint,
                       .headers = {{"User-Agent", "callboard"},
                                   {"Accept", "application/json"},
                                   {"Authorization", "Bearer " + std::string{tokens.access_token->reveal()}}},
                       .body = {}},
                      time));
    if (!body) return;
    try {
        const wire::JsonDocument document{*body};
        auto more = claims_of(document.root(), claim);
        if (!more || more->subject != claims.subject) return;
        const bool lacks_identifier = !claims.identifier;
        if (lacks_identifier) claims.identifier = std::move(more->identifier);
        // An e-mail that is the identifier is vouched for by the document that it is from.
        if (!claims.email || (lacks_identifier && claim == kEmail)) {
            claims.email = std::move(more->email);
            claims.email_verified = more->email_verified;
        }
        if (!claims.given_name) claims.given_name = std::move(more->given_name);
        if (!claims.family_name) claims.family_name = std::move(more->family_name);
        if (!claims.name) claims.name = std::move(more->name);
    } catch (const Error&) {
        return;  // not JSON, such as a signed response
    }
}

}  // namespace callboard::sso
