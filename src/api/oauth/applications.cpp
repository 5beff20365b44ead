#include "api/oauth/applications.h"

#include <iterator>
#include <utility>

#include "api/oauth/scope_names.h"
#include "oauth/token.h"
#include "wire/json.h"

namespace callboard::api {
namespace {

constexpr std::string_view kApplications = "/identity/applications";

ApplicationId client_id(const edge::PathParams& path) {
    return path.id<ApplicationId>("clientId", "APPLICATION_NOT_FOUND");
}

std::string path_of(const ApplicationId& id) {
    return std::string{kApplications}.append("/").append(id.text());
}

// --- from requests

// The document that a patch is applied to.
ApplicationDetails document(const oauth::Application& application) {
    return {.name = application.name,
            .redirect_uris = application.redirect_uris,
            .scopes = scope_list(application.scopes)};
}

oauth::ApplicationChange change_of(const oauth::Application& before, const ApplicationPatch& patch) {
    ApplicationDetails after = wire::merged(document(before), patch, ErrorKind::unprocessable);
    const wire::JsonDocument sent{patch.patch};
    const auto has = [&](std::string_view member) { return sent.root().find(member).has_value(); };
    oauth::ApplicationChange change;
    if (has("name")) change.name = std::move(after.name);
    if (has("redirectUris")) change.redirect_uris = std::move(after.redirect_uris);
    if (has("scopes")) change.scopes = to_text(scope_set(after.scopes));
    return change;
}

// --- to views

OAuthApplicationView view(oauth::OwnApplication own) {
    oauth::Application& application = own.application;
    return {.client_id = application.id,
            .name = std::move(application.name),
            .redirect_uris = std::move(application.redirect_uris),
            .scopes = scope_list(application.scopes),
            .confidential = application.type == oauth::ClientType::confidential,
            .published = application.serves_all(),
            .created_on = application.created_at,
            .last_used_on = own.last_used_at,
            .connections = own.connections};
}

ConnectionView view(oauth::store::ConnectedUser connected) {
    return {.user = {.id = connected.user,
                     .first_name = std::move(connected.first_name),
                     .last_name = std::move(connected.last_name),
                     .email = std::move(connected.email)},
            .scopes = scope_list(connected.scopes),
            .connected_on = connected.first_used_at,
            .last_used_on = connected.last_used_at};
}

}  // namespace

OAuthApplicationList list_applications_of_company(db::Snapshot& snapshot, const edge::Call<>& call) {
    OAuthApplicationList list;
    for (oauth::OwnApplication& each : oauth::own_applications(snapshot, call.actor()))
        list.content.push_back(view(std::move(each)));
    list.total_found = std::ssize(list.content);
    return list;
}

edge::Reply<RegisteredApplicationView> register_application(db::Tx& tx,
                                                            const edge::Call<ApplicationInput>& call) {
    const ApplicationInput& input = call.body;
    const bool confidential = input.confidential.value_or(true);
    const Secret secret = oauth::new_secret(oauth::SecretKind::client_secret);
    RegisteredApplicationView shown{
        view(oauth::register_own_application(
            tx, call.actor(), call.scopes,
            {.name = input.name,
             .redirect_uris = input.redirect_uris,
             .scopes = to_text(scope_set(input.scopes)),
             .type = confidential ? oauth::ClientType::confidential : oauth::ClientType::public_client},
            secret)),
        {}};
    if (confidential) shown.client_secret = std::string{secret.reveal()};
    auto location = call.link(path_of(shown.client_id));
    return {.view = std::move(shown), .location = std::move(location)};
}

OAuthApplicationView get_oauth_application(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(oauth::own_application(snapshot, call.actor(), client_id(call.path)));
}

OAuthApplicationView patch_application(db::Tx& tx, const edge::Call<ApplicationPatch>& call) {
    const auto patched = [&](const oauth::Application& before) { return change_of(before, call.body); };
    return view(oauth::change_own_application(tx, call.actor(), call.scopes, client_id(call.path), patched));
}

wire::Nothing delete_oauth_application(db::Tx& tx, const edge::Call<>& call) {
    oauth::revoke_own_application(tx, call.actor(), client_id(call.path));
    return {};
}

ApplicationSecretView rotate_application_secret(db::Tx& tx, const edge::Call<>& call) {
    const ApplicationId id = client_id(call.path);
    const Secret secret = oauth::new_secret(oauth::SecretKind::client_secret);
    oauth::rotate_own_secret(tx, call.actor(), call.scopes, id, secret);
    return {.client_id = id,
            .client_secret = std::string{secret.reveal()},
            .previous_valid_until = tx.now + oauth::kSecretOverlap};
}

edge::Reply<ConnectionList> list_connections(
    db::Snapshot& snapshot, const edge::Call<wire::Nothing, oauth::ConnectionListRequest>& call) {
    const ApplicationId id = client_id(call.path);
    auto page = oauth::own_connections(snapshot, call.actor(), id, call.query);
    auto next = call.next_page(path_of(id) + "/connections", page.next);
    ConnectionList list{.total_found = page.total, .next_page_id = {std::move(page.next)}, .content = {}};
    for (auto& user : page.users) list.content.push_back(view(std::move(user)));
    return {.view = std::move(list), .location = std::nullopt, .next_page = std::move(next)};
}

wire::Nothing delete_connection(db::Tx& tx, const edge::Call<>& call) {
    oauth::disconnect_user(tx, call.actor(), client_id(call.path),
                           call.path.id<UserId>("userId", "CONNECTION_NOT_FOUND"));
    return {};
}

}  // namespace callboard::api
