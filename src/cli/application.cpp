#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "accounts/company_store.h"
#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/scope_list.h"
#include "oauth/application_store.h"
#include "oauth/registration.h"
#include "oauth/token.h"

namespace callboard::cli {
namespace {

ApplicationId application_id(const std::string& text) {
    const auto id = ApplicationId::parse(text);
    if (!id) throw not_found("APPLICATION_NOT_FOUND", "there is no application " + text);
    return *id;
}

Secret new_client_secret() {
    return oauth::new_secret(oauth::SecretKind::client_secret);
}

struct RegisterApplication : Common {
    std::string name;
    std::vector<std::string> redirect_uris;
    std::string scopes;

    void run() const {
        app::Store store{settings(), 1};
        const Secret secret = new_client_secret();
        const auto application = store.db().write(std::nullopt, [&](db::Tx& tx) {
            return oauth::register_application(
                tx, {.name = name, .redirect_uris = redirect_uris, .scopes = scopes}, secret);
        });
        output().result({{"client_id", std::string{application.id.text()}},
                         {"client_secret", std::string{secret.reveal()}}},
                        fmt::format("Registered {}.\nClient id: {}\nClient secret (shown only once): {}",
                                    name, application.id.text(), secret.reveal()));
    }
};

struct ListApplications : Common {
    void run() const {
        app::Store store{settings(), 1};
        const auto items = store.db().read(std::nullopt, [](db::Snapshot& snapshot) {
            std::vector<Fields> found;
            std::map<CompanyId, std::string> companies;
            for (const auto& company : accounts::store::list_companies(snapshot))
                companies.emplace(company.id, company.identifier);
            for (const auto& application : oauth::store::list_applications(snapshot)) {
                found.push_back(fields(snapshot, application));
                if (application.company)
                    found.back().emplace_back("company", companies[*application.company]);
                if (application.published_at)
                    found.back().emplace_back("published", to_iso(*application.published_at));
            }
            return found;
        });
        output().list(items, "No applications are registered.");
    }

  private:
    static Fields fields(db::Snapshot& snapshot, const oauth::Application& application) {
        Fields fields{{"client_id", std::string{application.id.text()}},
                      {"name", application.name},
                      {"redirect_uris", application.redirect_uris},
                      {"scopes", scope_list(application.scopes)},
                      {"created", to_iso(application.created_at)}};
        if (application.revoked_at) fields.emplace_back("revoked", to_iso(*application.revoked_at));
        std::vector<Fields> secrets;
        for (const auto& secret : oauth::store::secrets_of(snapshot, application.id)) {
            Fields& about = secrets.emplace_back(Fields{{"created", to_iso(secret.created_at)}});
            if (secret.expires_at) about.emplace_back("expires", to_iso(*secret.expires_at));
            if (secret.last_used_at) about.emplace_back("last_used", to_iso(*secret.last_used_at));
        }
        fields.emplace_back("secrets", std::move(secrets));
        return fields;
    }
};

struct UpdateApplication : Common {
    std::string client_id;
    std::optional<std::string> name;
    std::vector<std::string> redirect_uris;
    std::optional<std::string> scopes;

    void run() const {
        if (!name && redirect_uris.empty() && !scopes)
            throw UsageError("at least one of --name, --redirect-uri and --scope is required");
        app::Store store{settings(), 1};
        const ApplicationId id = application_id(client_id);
        oauth::ApplicationChange change{.name = name, .redirect_uris = std::nullopt, .scopes = scopes};
        if (!redirect_uris.empty()) change.redirect_uris = redirect_uris;
        const auto application = store.db().write(
            std::nullopt, [&](db::Tx& tx) { return oauth::update_application(tx, id, change); });
        output().result({{"client_id", client_id},
                         {"name", application.name},
                         {"redirect_uris", application.redirect_uris},
                         {"scopes", scope_list(application.scopes)}},
                        fmt::format("Updated {}.\nRedirect URIs: {}\nScopes: {}", application.name,
                                    fmt::join(application.redirect_uris, " "), to_text(application.scopes)));
    }
};

struct RotateSecret : Common {
    std::string client_id;

    void run() const {
        app::Store store{settings(), 1};
        const ApplicationId id = application_id(client_id);
        const Secret secret = new_client_secret();
        store.db().write(std::nullopt, [&](db::Tx& tx) { oauth::rotate_secret(tx, id, secret); });
        output().result(
            {{"client_id", client_id}, {"client_secret", std::string{secret.reveal()}}},
            fmt::format("The old secret is valid for another 24 hours.\nNew secret (shown only once): {}",
                        secret.reveal()));
    }
};

struct PublishApplication : Common {
    std::string client_id;

    void run() const {
        app::Store store{settings(), 1};
        const ApplicationId id = application_id(client_id);
        store.db().write(std::nullopt, [&](db::Tx& tx) { oauth::publish_application(tx, id); });
        output().result({{"client_id", client_id}},
                        "Published " + client_id + ": users of all companies may authorize it now.");
    }
};

struct RevokeApplication : Common {
    std::string client_id;

    void run() const {
        app::Store store{settings(), 1};
        const ApplicationId id = application_id(client_id);
        store.db().write(std::nullopt, [&](db::Tx& tx) { oauth::revoke_application(tx, id); });
        output().result({{"client_id", client_id}}, "Revoked " + client_id + " and all its tokens.");
    }
};

}  // namespace

void add_application(CommandSpec& root) {
    CommandSpec& group = root.add("app", "OAuth applications of partners");
    command<RegisterApplication>(group, "register", "Register an application")
        .needs("--name", &RegisterApplication::name, "Name shown to users")
        .needs("--redirect-uri", &RegisterApplication::redirect_uris,
               "Redirect URIs, up to 3: https, or http://localhost")
        .needs("--scope", &RegisterApplication::scopes, "Scopes that it may request, separated by spaces");
    command<ListApplications>(group, "list", "List all applications");
    command<UpdateApplication>(group, "update", "Update an application")
        .needs("client_id", &UpdateApplication::client_id, "Client id of the application")
        .takes("--name", &UpdateApplication::name, "Name shown to users")
        .takes("--redirect-uri", &UpdateApplication::redirect_uris,
               "Redirect URIs, up to 3; they replace the existing ones")
        .takes("--scope", &UpdateApplication::scopes,
               "Scopes that it may request; they replace the existing ones, also in tokens already issued");
    command<RotateSecret>(group, "rotate-secret",
                          "Create a new secret; the old one is valid for another 24 hours")
        .needs("client_id", &RotateSecret::client_id, "Client id of the application");
    command<PublishApplication>(
        group, "publish", "Let users of all companies authorize an application that a company registered")
        .needs("client_id", &PublishApplication::client_id, "Client id of the application");
    command<RevokeApplication>(group, "revoke", "Revoke an application and all its tokens")
        .needs("client_id", &RevokeApplication::client_id, "Client id of the application");
}

}  // namespace callboard::cli
