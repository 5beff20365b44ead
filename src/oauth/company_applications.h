// Applications that a company has registered itself. Its administrators manage them, with the verbs that the
// operator has for all applications (registration.h). One of another company, or of the operator, is unknown.
//
// `held` are the scopes of the caller: nobody can give an application a scope, or get the secret of one with
// a scope, that the caller does not hold (SCOPE_NOT_HELD).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/function_ref.h"
#include "base/secret.h"
#include "db/db.h"
#include "oauth/application.h"
#include "oauth/grant_store.h"
#include "oauth/registration.h"
#include "wire/list_parameters.h"

namespace callboard::oauth {

inline constexpr std::int64_t kMostOwnApplications = 100;

// With its use by the own company.
struct OwnApplication {
    Application application;
    std::int64_t connections = 0;
    std::optional<Timestamp> last_used_at = std::nullopt;
};

std::vector<OwnApplication> own_applications(db::Snapshot& snapshot, const accounts::Actor& actor);
OwnApplication own_application(db::Snapshot& snapshot, const accounts::Actor& actor, const ApplicationId& id);

// Throws APPLICATIONS_LIMIT_EXCEEDED, and what register_application() throws. `wanted.company` is set here.
OwnApplication register_own_application(db::Tx& tx, const accounts::Actor& actor, const ScopeSet& held,
                                        NewApplication wanted, const Secret& secret);

// `change` gets the application as it is.
using OwnChange = FunctionRef<ApplicationChange(const Application&)>;
OwnApplication change_own_application(db::Tx& tx, const accounts::Actor& actor, const ScopeSet& held,
                                      const ApplicationId& id, OwnChange change);

void rotate_own_secret(db::Tx& tx, const accounts::Actor& actor, const ScopeSet& held,
                       const ApplicationId& id, const Secret& secret);

void revoke_own_application(db::Tx& tx, const accounts::Actor& actor, const ApplicationId& id);

struct ConnectionListRequest {
    std::optional<std::string> cursor;
    std::int64_t limit = 100;

    static constexpr auto shape() {
        using Self = ConnectionListRequest;
        return wire::fields(
            wire::cursor_field("pageId", &Self::cursor, "The nextPageId of the previous page."),
            wire::limit_field(&Self::limit));
    }
};

struct ConnectionPage {
    std::int64_t total = 0;  // on all pages
    std::vector<store::ConnectedUser> users;
    std::optional<std::string> next;  // cursor of the next page; absent on the last
};

// The users of the own company who have authorized it.
ConnectionPage own_connections(db::Snapshot& snapshot, const accounts::Actor& actor, const ApplicationId& id,
                               const ConnectionListRequest& request);

// Ends what a user of the own company has authorized. Throws CONNECTION_NOT_FOUND.
void disconnect_user(db::Tx& tx, const accounts::Actor& actor, const ApplicationId& id, const UserId& user);

}  // namespace callboard::oauth
