// Routes of the OAuth endpoints that clients call directly, without a browser.
#include "api/routes.h"

#include "api/oauth/token_messages.h"
#include "api/oauth/tokens.h"
#include "edge/documented_errors.h"
#include "edge/web.h"
#include "oauth/oauth_error.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kTokens{{400, "invalid_request"},        {400, "invalid_grant"},  {400, "invalid_scope"},
                     {400, "unsupported_grant_type"}, {401, "invalid_client"}, {400, "unauthorized_client"},
                     {429, "temporarily_unavailable"}};
const Errors kClients{{400, "invalid_request"}, {401, "invalid_client"}, {429, "temporarily_unavailable"}};

constexpr std::string_view kMetadataPath = "/.well-known/oauth-authorization-server";

}  // namespace

std::vector<edge::Route> oauth_routes() {
    using edge::anybody;
    using edge::page;
    using edge::web;
    using enum http::Method;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(web  ({post,  "/identity/oauth/token",              "issueTokens",                 "Issue tokens (RFC 6749, 3.2)",                         anybody(),                                  {token_endpoint},               200, kTokens},              "application/json", issue_tokens)
            .taking_form<TokenForm>().answering<TokenAnswer>().refusing_with<oauth::OAuthErrorAnswer>());
    add(web  ({post,  "/identity/oauth/revoke",             "revokeToken",                 "Revoke a token (RFC 7009)",                            anybody(),                                  {token_endpoint},               200, kClients},             "application/json", revoke_token)
            .taking_form<OneTokenForm>().answering<RevocationAnswer>().refusing_with<oauth::OAuthErrorAnswer>());
    add(web  ({post,  "/identity/oauth/introspect",         "introspectToken",             "Introspect a token (RFC 7662)",                        anybody(),                                  {token_endpoint},               200, kClients},             "application/json", introspect_token)
            .taking_form<OneTokenForm>().answering<IntrospectionAnswer>().refusing_with<oauth::OAuthErrorAnswer>());
    add(page ({get,   kMetadataPath,                        "oauthMetadata",               "Get the authorization server metadata (RFC 8414)",     anybody(),                                  {},                             200, {}},                   "application/json", authorization_server_metadata).answering<ServerMetadata>());
    // clang-format on
    return table;
}

}  // namespace callboard::api
