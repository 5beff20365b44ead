// Authorization code grant (RFC 6749, section 4.1): the request, the user's decision, the redirect to the
// client.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.h"
#include "db/db.h"
#include "events/author.h"
#include "oauth/application.h"
#include "oauth/oauth_error.h"
#include "oauth/token.h"
#include "wire/form.h"

namespace callboard::oauth {

struct AuthorizationRequest {
    Application application;
    std::string redirect_uri;  // registered for the application
    ScopeSet scopes;
    std::optional<std::string> state;
    std::optional<std::string> challenge;
};

// An error page for the user: without a valid client and redirect URI the browser must not be redirected (RFC
// 6749, section 4.1.2.1).
struct NoTrustedRedirect {
    std::string_view explanation;
};

// A redirect to the client, with a code or an error.
struct ClientRedirect {
    std::string location;
};

using CheckedRequest = std::variant<AuthorizationRequest, ClientRedirect, NoTrustedRedirect>;
// `company` is that of the user; nothing: nobody has signed in yet. Check the request again after the
// sign-in: an application that serves another company only is then answered as an unknown one.
CheckedRequest check_authorization_request(db::Snapshot& snapshot, const wire::Form& query,
                                           std::string_view issuer,
                                           const std::optional<CompanyId>& company = std::nullopt);

// Whether the user has already authorized all requested scopes.
bool is_allowed_already(db::Snapshot& snapshot, const AuthorizationRequest& request, const Grant& grant);

// Stores the grant and issues an authorization code, unless the user was deactivated meanwhile. `issuer` is
// the URL of this server (RFC 9207).
ClientRedirect authorize(db::Tx& tx, const AuthorizationRequest& request, const Grant& grant,
                         std::string_view issuer);

// The redirect after a failure of the server.
ClientRedirect fail(const AuthorizationRequest& request, ErrorKind kind, std::string_view issuer);

ClientRedirect decline(db::Tx& tx, const AuthorizationRequest& request, const Grant& grant,
                       const events::Author& author, std::string_view issuer);

}  // namespace callboard::oauth
