#include "oauth/company_applications.h"

#include <algorithm>
#include <utility>

#include "accounts/company_store.h"
#include "accounts/user_access.h"
#include "base/error.h"
#include "oauth/access.h"
#include "oauth/application_store.h"
#include "oauth/connections.h"
#include "oauth/held_scopes.h"
#include "oauth/required_scopes.h"

namespace callboard::oauth {
namespace {

Application existing(db::Snapshot& snapshot, const ApplicationId& id) {
    auto application = store::find_own_application(snapshot, id);
    if (!application) throw not_found("APPLICATION_NOT_FOUND");
    return std::move(*application);
}

OwnApplication with_use(db::Snapshot& snapshot, Application application,
                        const std::vector<store::ConnectionCount>& counts) {
    OwnApplication own{.application = std::move(application)};
    for (const SecretRecord& secret : store::secrets_of(snapshot, own.application.id))
        own.last_used_at = std::max(own.last_used_at, secret.last_used_at);
    const auto count = std::ranges::find(counts, own.application.id, &store::ConnectionCount::application);
    if (count == counts.end()) return own;
    own.connections = count->users;
    own.last_used_at = std::max(own.last_used_at, std::optional{count->last_used_at});
    return own;
}

// Serializes changes of the applications of a company, as those of its users.
void lock_own_applications(db::Tx& tx, const accounts::Actor& actor) {
    accounts::require_managing_credentials(actor);
    accounts::store::lock_company(tx);
}

// At the end of a change that gives somebody a secret or a scope, because it outlasts the request.
void confirm(db::Tx& tx, const accounts::Actor& actor) {
    accounts::Actor now = actor;
    now.role = confirm_access(tx, actor);
    accounts::require_managing_credentials(now);
}

bool changes(const ApplicationChange& change, const Application& before) {
    return (change.name && *change.name != before.name) ||
           (change.redirect_uris && *change.redirect_uris != before.redirect_uris) ||
           (change.scopes && required_scopes(*change.scopes) != before.scopes);
}

}  // namespace

std::vector<OwnApplication> own_applications(db::Snapshot& snapshot, const accounts::Actor& actor) {
    accounts::require_managing_credentials(actor);
    const auto counts = store::count_connections(snapshot);
    std::vector<OwnApplication> all;
    for (Application& each : store::own_applications(snapshot))
        all.push_back(with_use(snapshot, std::move(each), counts));
    return all;
}

OwnApplication own_application(db::Snapshot& snapshot, const accounts::Actor& actor,
                               const ApplicationId& id) {
    accounts::require_managing_credentials(actor);
    return with_use(snapshot, existing(snapshot, id), store::count_connections(snapshot));
}

OwnApplication register_own_application(db::Tx& tx, const accounts::Actor& actor, const ScopeSet& held,
                                        NewApplication wanted, const Secret& secret) {
    lock_own_applications(tx, actor);
    require_holding(held, required_scopes(wanted.scopes));
    if (store::count_own_applications(tx) >= kMostOwnApplications)
        throw forbidden("APPLICATIONS_LIMIT_EXCEEDED",
                        "a company can have 100 applications; delete one first");
    wanted.company = tx.company();
    OwnApplication made{.application = register_application(tx, wanted, secret, actor)};
    confirm(tx, actor);
    return made;
}

OwnApplication change_own_application(db::Tx& tx, const accounts::Actor& actor, const ScopeSet& held,
                                      const ApplicationId& id, OwnChange change) {
    lock_own_applications(tx, actor);
    Application application = existing(tx, id);
    const ApplicationChange wanted = change(application);
    require_holding(held, wanted.scopes ? required_scopes(*wanted.scopes) : application.scopes);
    // The operator has published it under its name, by which users of all companies know it.
    if (application.published_at && wanted.name && *wanted.name != application.name)
        throw conflict("APPLICATION_PUBLISHED",
                       "the operator has to rename an application that is published");
    if (changes(wanted, application)) {
        application = update_application(tx, id, wanted, actor);
        confirm(tx, actor);
    }
    return with_use(tx, std::move(application), store::count_connections(tx));
}

void rotate_own_secret(db::Tx& tx, const accounts::Actor& actor, const ScopeSet& held,
                       const ApplicationId& id, const Secret& secret) {
    lock_own_applications(tx, actor);
    require_holding(held, existing(tx, id).scopes);
    rotate_secret(tx, id, secret, actor);
    confirm(tx, actor);
}

void revoke_own_application(db::Tx& tx, const accounts::Actor& actor, const ApplicationId& id) {
    lock_own_applications(tx, actor);
    existing(tx, id);
    revoke_application(tx, id, actor);
}

ConnectionPage own_connections(db::Snapshot& snapshot, const accounts::Actor& actor, const ApplicationId& id,
                               const ConnectionListRequest& request) {
    accounts::require_managing_credentials(actor);
    const OwnApplication own = with_use(snapshot, existing(snapshot, id), store::count_connections(snapshot));
    const wire::ListCursors cursors{snapshot.company().text(), "connections of " + std::string{id.text()},
                                    request};
    const auto after = cursors.start([](std::string_view text) { return UserId::parse(text); });
    ConnectionPage page{.total = own.connections,
                        .users = store::connected_users(snapshot, id, after, request.limit + 1),
                        .next = std::nullopt};
    page.next = cursors.next(page.users,
                             [](const store::ConnectedUser& last) { return std::string{last.user.text()}; });
    return page;
}

void disconnect_user(db::Tx& tx, const accounts::Actor& actor, const ApplicationId& id, const UserId& user) {
    accounts::require_managing_credentials(actor);
    existing(tx, id);
    if (!disconnect(tx, {.company = tx.company(), .user = user, .application = id}, actor))
        throw not_found("CONNECTION_NOT_FOUND");
}

}  // namespace callboard::oauth
