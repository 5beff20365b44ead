// Routes of the OAuth endpoints that clients call directly, without a browser, and of a company's own
// applications and credentials.
#include "api/routes.h"

#include "api/oauth/applications.h"
#include "api/oauth/credentials.h"
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

const Errors kOwn{{403, "PERMISSION_DENIED"}};
const Errors kOneApplication = kOwn + Errors{{404, "APPLICATION_NOT_FOUND"}};
const Errors kApplicationFaults{
    {400, "INVALID_REDIRECT_URI"}, {400, "INVALID_SCOPE"}, {400, "INVALID_VALUE"}, {403, "SCOPE_NOT_HELD"}};
const Errors kNewApplication = kOwn + kApplicationFaults + Errors{{403, "APPLICATIONS_LIMIT_EXCEEDED"}};
const Errors kChangedApplication =
    kOneApplication + kApplicationFaults + Errors{{409, "CONFLICT"}, {409, "APPLICATION_PUBLISHED"}};
const Errors kRevocation = kOneApplication + Errors{{409, "CONFLICT"}};
const Errors kNewSecret =
    kOneApplication + Errors{{403, "SCOPE_NOT_HELD"}, {409, "APPLICATION_HAS_NO_SECRET"}};
const Errors kConnections = kOneApplication + Errors{{400, "INVALID_PAGE_ID"}};
const Errors kConnection = kOneApplication + Errors{{404, "CONNECTION_NOT_FOUND"}};
const Errors kNewCredential = kOwn + Errors{{400, "INVALID_SCOPE"},  {400, "INVALID_VALUE"},
                                            {400, "USER_DISABLED"},  {403, "CREDENTIALS_LIMIT_EXCEEDED"},
                                            {403, "SCOPE_NOT_HELD"}, {404, "USER_NOT_FOUND"}};
const Errors kCredential = kOwn + Errors{{404, "CREDENTIAL_NOT_FOUND"}};

constexpr std::string_view kApplications = "/identity/applications";
constexpr std::string_view kApplicationPath = "/identity/applications/{clientId}";
constexpr std::string_view kSecretPath = "/identity/applications/{clientId}/secret";
constexpr std::string_view kConnectionsPath = "/identity/applications/{clientId}/connections";
constexpr std::string_view kConnectionPath = "/identity/applications/{clientId}/connections/{userId}";
constexpr std::string_view kCredentials = "/identity/credentials";
constexpr std::string_view kCredentialPath = "/identity/credentials/{credentialId}";
constexpr std::string_view kMetadataPath = "/.well-known/oauth-authorization-server";

}  // namespace

std::vector<edge::Route> oauth_routes() {
    using edge::any_of;
    using edge::anybody;
    using edge::page;
    using edge::route;
    using edge::web;
    using enum http::Method;
    using enum oauth::Scope;
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

    add(route({get,   kApplications,                        "listOAuthApplications",       "List the applications of the company",                 any_of({applications_manage}),              {customer_api},                 200, kOwn},                 list_applications_of_company));
    add(route({post,  kApplications,                        "registerApplication",         "Register an application",                              any_of({applications_manage}),              {customer_api},                 201, kNewApplication},      register_application).without_idempotency_key());
    add(route({get,   kApplicationPath,                     "getOAuthApplication",         "Get an application",                                   any_of({applications_manage}),              {customer_api},                 200, kOneApplication},      get_oauth_application));
    add(route({patch, kApplicationPath,                     "updateOAuthApplication",      "Update an application (JSON merge patch, RFC 7396)",   any_of({applications_manage}),              {customer_api},                 200, kChangedApplication},  patch_application).changing_credentials());
    add(route({del,   kApplicationPath,                     "deleteOAuthApplication",      "Revoke an application and all its tokens",             any_of({applications_manage}),              {customer_api},                 204, kRevocation},          delete_oauth_application).changing_credentials());
    add(route({post,  kSecretPath,                          "rotateApplicationSecret",     "Create a new secret of an application",                any_of({applications_manage}),              {customer_api},                 201, kNewSecret},           rotate_application_secret).without_idempotency_key());
    add(route({get,   kConnectionsPath,                     "listApplicationConnections",  "List the users who authorized an application",         any_of({applications_manage}),              {customer_api},                 200, kConnections},         list_connections).heavy());
    add(route({del,   kConnectionPath,                      "disconnectUser",              "Disconnect a user from an application",                any_of({applications_manage}),              {customer_api},                 204, kConnection},          delete_connection).changing_credentials());
    add(route({get,   kCredentials,                         "listCredentials",             "List API keys and client credentials",                 any_of({applications_manage}),              {customer_api},                 200, kOwn},                 list_credentials));
    add(route({post,  kCredentials,                         "createCredential",            "Create an API key or client credentials",              any_of({applications_manage}),              {customer_api},                 201, kNewCredential},       create_credential).without_idempotency_key());
    add(route({del,   kCredentialPath,                      "deleteCredential",            "Revoke an API key or client credentials",              any_of({applications_manage}),              {customer_api},                 204, kCredential},          delete_credential).changing_credentials());
    // clang-format on
    return table;
}

}  // namespace callboard::api
