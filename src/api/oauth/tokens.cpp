#include "api/oauth/tokens.h"

#include <array>
#include <string>

#include "api/oauth/token_messages.h"
#include "oauth/client_authentication.h"
#include "oauth/token.h"
#include "oauth/token_flow.h"
#include "oauth/token_inspection.h"

namespace callboard::api {
namespace {

using oauth::OAuthError;
using oauth::Reason;

constexpr std::string_view kJson = "application/json";
constexpr std::array<std::string_view, 9> kFields{"grant_type", "client_id",     "client_secret",
                                                  "code",       "redirect_uri",  "code_verifier",
                                                  "scope",      "refresh_token", "token"};

constexpr OAuthError kBadBody{Reason::invalid_request, "the body must be a form or a JSON object of strings"};
constexpr OAuthError kRepeated{Reason::invalid_request, "a parameter is given more than once"};
constexpr OAuthError kRepeatedHeader{Reason::invalid_request, "the client must authenticate once"};
constexpr OAuthError kNoGrantType{Reason::invalid_request, "grant_type is required"};
constexpr OAuthError kOtherGrantType{
    Reason::unsupported_grant_type,
    "grant_type must be authorization_code, refresh_token or client_credentials"};
constexpr OAuthError kNoCode{Reason::invalid_request, "code is required"};
constexpr OAuthError kNoRefreshToken{Reason::invalid_request, "refresh_token is required"};
constexpr OAuthError kNoToken{Reason::invalid_request, "token is required"};
constexpr OAuthError kNotForApplications{
    Reason::unauthorized_client, "applications cannot use client_credentials; use authorization_code"};
constexpr OAuthError kNotForPublic{Reason::invalid_client,
                                   "a client without a secret cannot introspect tokens"};
constexpr OAuthError kNotForPrograms{Reason::unauthorized_client,
                                     "this client may only use client_credentials"};

template <wire::Message View>
edge::WebReply uncached(const View& view, int status = 200) {
    edge::WebReply reply = edge::json_reply(view, status);
    reply.headers.emplace_back("Pragma", "no-cache");
    return reply;
}

edge::WebReply refuse(const OAuthError& error, bool used_basic = false) {
    edge::WebReply reply =
        uncached(oauth::OAuthErrorAnswer{.error = error.reason, .error_description = error.description},
                 status_of(error.reason));
    if (error.reason == Reason::invalid_client && used_basic)
        reply.headers.emplace_back("WWW-Authenticate", R"(Basic realm="callboard")");
    return reply;
}

// A valid request of an authenticated client; read() returns the error response otherwise.
struct ClientRequest {
    wire::Form fields;
    oauth::Client client;
};
std::expected<ClientRequest, edge::WebReply> read(db::Tx& tx, const edge::WebCall& call) {
    const std::string_view authorization = call.request.header("Authorization");
    if (call.request.has_repeated("Authorization")) return std::unexpected(refuse(kRepeatedHeader));
    auto fields = call.fields(kFields);
    if (!fields) return std::unexpected(refuse(kBadBody));
    if (fields->has_any_twice()) return std::unexpected(refuse(kRepeated));
    const oauth::ClientProof proof{.authorization = authorization,
                                   .id = fields->get("client_id"),
                                   .secret = fields->get("client_secret")};
    auto client = oauth::authenticate(tx, proof);
    if (!client) return std::unexpected(refuse(client.error(), oauth::used_basic(proof)));
    return ClientRequest{.fields = std::move(*fields), .client = std::move(*client)};
}

edge::WebReply token_reply(const oauth::TokenOutcome& outcome) {
    if (!outcome) {
        edge::WebReply reply = refuse(outcome.error().error);
        reply.changed_credentials = outcome.error().revoked_some;
        return reply;
    }
    return uncached(TokenAnswer{
        .access_token = outcome->access_token.reveal(),
        .token_type = "bearer",
        .expires_in = std::int64_t{oauth::kAccessTokenLife.count()},
        .refresh_token = outcome->refresh_token.transform([](const Secret& token) { return token.reveal(); }),
        .scope = outcome->scopes.transform([](const oauth::ScopeSet& scopes) { return to_text(scopes); })});
}

edge::WebReply exchange(db::Tx& tx, const oauth::Application& application, const wire::Form& fields,
                        const edge::WebCall& call) {
    const auto code = fields.get("code");
    if (!code) return refuse(kNoCode);
    return token_reply(oauth::exchange_code(
        tx, application,
        {.code = *code, .redirect_uri = fields.get("redirect_uri"), .verifier = fields.get("code_verifier")},
        call.author()));
}

edge::WebReply refresh(db::Tx& tx, const oauth::Application& application, const wire::Form& fields,
                       const edge::WebCall& call) {
    const auto token = fields.get("refresh_token");
    if (!token) return refuse(kNoRefreshToken);
    return token_reply(
        oauth::refresh(tx, application, {.token = *token, .scope = fields.get("scope")}, call.author()));
}

edge::WebReply issue(db::Tx& tx, const ClientRequest& request, const edge::WebCall& call) {
    const auto grant = request.fields.get("grant_type");
    if (!grant) return refuse(kNoGrantType);
    const auto* const application = std::get_if<oauth::Application>(&request.client);
    const auto* const program = std::get_if<oauth::ClientCredential>(&request.client);
    if (*grant == "client_credentials") {
        if (!program) return refuse(kNotForApplications);
        return token_reply(oauth::grant_to_program(tx, *program, request.fields.get("scope")));
    }
    if (*grant != "authorization_code" && *grant != "refresh_token") return refuse(kOtherGrantType);
    if (!application) return refuse(kNotForPrograms);
    return *grant == "refresh_token" ? refresh(tx, *application, request.fields, call)
                                     : exchange(tx, *application, request.fields, call);
}

IntrospectionAnswer view(const oauth::TokenFacts& token) {
    return {.active = true,
            .scope = to_text(token.scopes),
            .client_id = token.client_id,
            .token_type = token.is_access_token ? "bearer" : "refresh_token",
            .exp = token.expires_at.ms / 1000,
            .sub = token.user,
            .company_id = token.company};
}

}  // namespace

edge::WebReply issue_tokens(db::Tx& tx, const edge::WebCall& call) {
    const auto request = read(tx, call);
    edge::WebReply reply = request ? issue(tx, *request, call) : request.error();
    const std::string_view grant = request ? request->fields.text("grant_type") : "";
    call.services.token_meter.count(grant, reply.status == 200);
    return reply;
}

edge::WebReply revoke_token(db::Tx& tx, const edge::WebCall& call) {
    const auto request = read(tx, call);
    if (!request) return request.error();
    const auto token = request->fields.get("token");
    if (!token) return refuse(kNoToken);
    edge::WebReply reply = uncached(RevocationAnswer{});
    reply.changed_credentials = oauth::revoke_token(tx, request->client, *token, call.author());
    return reply;
}

edge::WebReply introspect_token(db::Tx& tx, const edge::WebCall& call) {
    const auto request = read(tx, call);
    if (!request) return request.error();
    // RFC 7662, section 2.1: the caller must be authenticated.
    const auto* const application = std::get_if<oauth::Application>(&request->client);
    if (application && application->type == oauth::ClientType::public_client) return refuse(kNotForPublic);
    const auto token = request->fields.get("token");
    if (!token) return refuse(kNoToken);
    return uncached(
        oauth::introspect(tx, request->client, *token).transform(view).value_or(IntrospectionAnswer{}));
}

edge::Page authorization_server_metadata(const edge::Services& services, const http::Request&) {
    const std::string& base = services.public_url;
    const ServerMetadata::Names ways{"client_secret_basic", "client_secret_post"};
    const ServerMetadata::Names ways_and_none{"client_secret_basic", "client_secret_post", "none"};
    ServerMetadata metadata{.issuer = base,
                            .authorization_endpoint = base + "/identity/oauth/allow",
                            .token_endpoint = base + "/identity/oauth/token",
                            .revocation_endpoint = base + "/identity/oauth/revoke",
                            .introspection_endpoint = base + "/identity/oauth/introspect",
                            .response_types = {"code"},
                            .response_modes = {"query"},
                            .grant_types = {"authorization_code", "refresh_token", "client_credentials"},
                            .challenge_methods = {"S256"},
                            .token_auth_methods = ways_and_none,
                            .revocation_auth_methods = ways_and_none,
                            .introspection_auth_methods = ways,
                            .scopes = {},
                            .returns_issuer = true};
    for (const auto& [scope, name, prompt] : oauth::kScopes) metadata.scopes.push_back(name);
    edge::Page page{.content_type = kJson, .body = {}};
    wire::encode(page.body, metadata);
    return page;
}

}  // namespace callboard::api
