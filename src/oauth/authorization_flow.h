// RFC 6749 4.1: a request to the authorization page, the user's decision, the way back to the application.
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
    std::string redirect_uri;  // one of the application's own
    ScopeSet scopes;
    std::optional<std::string> state;
    std::optional<std::string> challenge;
};

// Nobody is sent anywhere before the application and the address are known to belong together: a page for
// people.
struct NoWayBack {
    std::string_view explanation;
};

// The application itself is told.
struct WayBack {
    std::string location;
};

using CheckedRequest = std::variant<AuthorizationRequest, WayBack, NoWayBack>;
CheckedRequest check_authorization_request(db::Snapshot& snapshot, const wire::Form& query,
                                           std::string_view issuer);

// Whether the user has allowed all of it before.
bool is_allowed_already(db::Snapshot& snapshot, const AuthorizationRequest& request, const Grant& grant);

// Remembers what is allowed and makes a code, for which the application may fetch tokens. `issuer` is the
// server's own address, by which a client of several servers knows who answers (RFC 9207).
WayBack authorize(db::Tx& tx, const AuthorizationRequest& request, const Grant& grant,
                  std::string_view issuer);

// When the server could not do its part.
WayBack fail(const AuthorizationRequest& request, ErrorKind kind, std::string_view issuer);

WayBack decline(db::Tx& tx, const AuthorizationRequest& request, const Grant& grant,
                const events::Author& author, std::string_view issuer);

}  // namespace callboard::oauth
