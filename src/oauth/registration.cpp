#include "oauth/registration.h"

#include <algorithm>
#include <utility>

#include "accounts/cache_epoch_store.h"
#include "accounts/company_store.h"
#include "accounts/credential.h"
#include "base/encoding.h"
#include "base/error.h"
#include "events/audit_log.h"
#include "oauth/application_store.h"
#include "oauth/grant_store.h"
#include "oauth/redirect_uri.h"
#include "oauth/required_scopes.h"
#include "subscriptions/ending.h"

namespace callboard::oauth {
namespace {

constexpr std::size_t kLongestName = 100;

Error invalid(std::string code, std::string message, std::string path) {
    return {ErrorKind::invalid_request, Fault{std::move(code), std::move(message), std::move(path)}};
}

void check_redirect_uris(const std::vector<std::string>& uris) {
    if (uris.empty() || uris.size() > kMostRedirectUris) {
        throw invalid("INVALID_REDIRECT_URI", "an application must have 1 to 3 redirect URIs",
                      "/redirectUris");
    }
    for (std::size_t i = 0; i < uris.size(); ++i) {
        if (is_redirect_uri(uris[i])) continue;
        throw invalid(
            "INVALID_REDIRECT_URI",
            "a redirect URI must start with https://, http://localhost or http://127.0.0.1, without "
            "a fragment or a wildcard: '" +
                uris[i] + "'",
            "/redirectUris/" + std::to_string(i));
    }
}

void check_name(const std::string& name) {
    const bool good = is_utf8(name) && !name.empty() && count_characters(name) <= kLongestName &&
                      !has_control_characters(name) && !has_deceptive_characters(name);
    if (!good)
        throw invalid("INVALID_VALUE",
                      "a name must have 1 to 100 characters, without control characters, marks of direction "
                      "and spaces without width",
                      "/name");
}

// What the operator does is recorded in each company that it serves; what an administrator does, who can do
// it as often as the limits of the API allow, only where users have authorized it.
std::vector<CompanyId> companies_to_inform(db::Tx& tx, const Application& application,
                                           const events::Author& author) {
    if (!application.serves_all()) return {*application.company};
    std::vector<CompanyId> companies;
    if (author.user) {
        companies = store::companies_connected_to(tx, application.id);
        if (std::ranges::find(companies, *application.company) == companies.end())
            companies.push_back(*application.company);
    } else {
        for (accounts::Company& each : accounts::store::list_companies(tx))
            companies.push_back(std::move(each.id));
    }
    return companies;
}

// A user is named as the author in the own company only; the operator is SYSTEM.
void record(db::Tx& tx, const Application& application, const events::Author& author, std::string_view name,
            const std::optional<std::string>& changed = std::nullopt) {
    for (const CompanyId& company : companies_to_inform(tx, application, author)) {
        db::Tx inside = tx.within(company);
        const bool is_own = application.company == company;
        events::audit(inside, is_own ? author : events::Author{},
                      {.name = name,
                       .entity_type = "CREDENTIAL",
                       .entity_id = application.id.text(),
                       .context = {{"credentialType", "OAUTH_APPLICATION"},
                                   {"applicationName", application.name},
                                   {"changed", changed}}});
    }
}

// An application that was never published has no tokens in other companies: their rows need not be read.
void delete_grants(db::Tx& tx, const Application& application) {
    if (application.serves_all()) return store::delete_grants_of(tx, application.id);
    db::Tx inside = tx.within(*application.company);
    store::delete_own_grants_of(inside, application.id);
}

// Servers forget who calls by the application.
void forget_callers(db::Tx& tx, const Application& application) {
    if (application.serves_all()) return accounts::store::advance_cache_epoch_of_all(tx);
    db::Tx inside = tx.within(*application.company);
    accounts::store::advance_cache_epoch(inside);
}

Application existing(db::Tx& tx, const ApplicationId& id) {
    auto application = store::find_application(tx, id);
    if (!application) throw not_found("APPLICATION_NOT_FOUND", "application not found, or revoked");
    return std::move(*application);
}

std::string names_of(const ApplicationChange& change) {
    std::string names;
    const auto add = [&](bool is_changed, std::string_view name) {
        if (is_changed) names.append(names.empty() ? "" : ", ").append(name);
    };
    add(change.name.has_value(), "name");
    add(change.redirect_uris.has_value(), "redirectUris");
    add(change.scopes.has_value(), "scopes");
    return names;
}

}  // namespace

Application register_application(db::Tx& tx, const NewApplication& wanted, const Secret& secret,
                                 const events::Author& author) {
    check_name(wanted.name);
    check_redirect_uris(wanted.redirect_uris);
    const Application application{.id = tx.new_id<ApplicationId>(),
                                  .name = wanted.name,
                                  .redirect_uris = wanted.redirect_uris,
                                  .scopes = required_scopes(wanted.scopes),
                                  .created_at = tx.now,
                                  .revoked_at = std::nullopt,
                                  .company = wanted.company,
                                  .published_at = std::nullopt,
                                  .type = wanted.type};
    store::insert(tx, application);
    if (wanted.type == ClientType::confidential)
        store::insert_secret(tx, application.id, accounts::hash_of(secret.reveal()));
    record(tx, application, author, "CREDENTIALS_CREATED");
    return application;
}

Application update_application(db::Tx& tx, const ApplicationId& id, const ApplicationChange& change,
                               const events::Author& author) {
    Application application = existing(tx, id);
    if (change.name) application.name = *change.name;
    if (change.redirect_uris) application.redirect_uris = *change.redirect_uris;
    if (change.scopes) application.scopes = required_scopes(*change.scopes);
    check_name(application.name);
    check_redirect_uris(application.redirect_uris);
    store::update(tx, application);
    record(tx, application, author, "CREDENTIALS_CHANGED", names_of(change));
    forget_callers(tx, application);
    return application;
}

void rotate_secret(db::Tx& tx, const ApplicationId& id, const Secret& secret, const events::Author& author) {
    const Application application = existing(tx, id);
    if (application.type == ClientType::public_client)
        throw conflict("APPLICATION_HAS_NO_SECRET", "a public application has no secret; it uses PKCE");
    store::expire_secrets(tx, id, tx.now + kSecretOverlap);
    store::insert_secret(tx, id, accounts::hash_of(secret.reveal()));
    record(tx, application, author, "CREDENTIALS_CHANGED", "secret");
}

void publish_application(db::Tx& tx, const ApplicationId& id) {
    Application application = existing(tx, id);
    if (!application.company)
        throw conflict("APPLICATION_SERVES_ALL",
                       "the operator registered this application: it serves all companies already");
    if (!store::publish(tx, id)) throw conflict("APPLICATION_SERVES_ALL", "it is published already");
    application.published_at = tx.now;
    record(tx, application, {}, "CREDENTIALS_CHANGED", "published");
}

void revoke_application(db::Tx& tx, const ApplicationId& id, const events::Author& author) {
    const Application application = existing(tx, id);
    if (!store::revoke(tx, id)) throw changed_meanwhile();
    record(tx, application, author, "CREDENTIALS_REVOKED");
    delete_grants(tx, application);
    forget_callers(tx, application);
    subscriptions::end_for_application(tx, application.serves_all() ? events::Author{} : author, id);
}

}  // namespace callboard::oauth
