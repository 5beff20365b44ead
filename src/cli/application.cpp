#include <fmt/format.h>

#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
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

std::string joined(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, " "));
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
                        fmt::format("Registered {}.\nClient id: {}\nClient secret, shown only now: {}", name,
                                    application.id.text(), secret.reveal()));
    }
};

struct ListApplications : Common {
    void run() const {
        app::Store store{settings(), 1};
        const auto items = store.db().read(std::nullopt, [](db::Snapshot& snapshot) {
            std::vector<Fields> found;
            for (const auto& application : oauth::store::list_applications(snapshot))
                found.push_back(fields(snapshot, application));
            return found;
        });
        output().list(items, "No application is registered.");
    }

  private:
    static Fields fields(db::Snapshot& snapshot, const oauth::Application& application) {
        Fields fields{{"client_id", std::string{application.id.text()}},
                      {"name", application.name},
                      {"redirect_uris", joined(application.redirect_uris)},
                      {"scopes", to_text(application.scopes)},
                      {"created", to_iso(application.created_at)}};
        if (application.revoked_at) fields.emplace_back("revoked", to_iso(*application.revoked_at));
        std::vector<std::string> secrets;
        for (const auto& secret : oauth::store::secrets_of(snapshot, application.id)) {
            std::string line = "made " + to_iso(secret.created_at);
            if (secret.expires_at) line += ", ends " + to_iso(*secret.expires_at);
            secrets.push_back(line + (secret.last_used_at ? ", last used " + to_iso(*secret.last_used_at)
                                                          : ", never used"));
        }
        fields.emplace_back("secrets", fmt::format("{}", fmt::join(secrets, "; ")));
        return fields;
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
            fmt::format("The old secret counts for another 24 hours.\nNew secret, shown only now: {}",
                        secret.reveal()));
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

void add_application(CLI::App& root) {
    CLI::App* const group = root.add_subcommand("app", "Partners' applications that act for users");
    group->require_subcommand(1);
    command<RegisterApplication>(*group, "register", "Register an application")
        .needs("--name", &RegisterApplication::name, "What users know it by")
        .needs("--redirect-uri", &RegisterApplication::redirect_uris,
               "Where users return to, up to 3: https, or http://localhost")
        .needs("--scope", &RegisterApplication::scopes,
               "All it may ever ask for, names with a space between");
    command<ListApplications>(*group, "list", "Show all applications");
    command<RotateSecret>(*group, "rotate-secret", "Make a new secret; the old one counts for another day")
        .needs("client_id", &RotateSecret::client_id, "Its client id");
    command<RevokeApplication>(*group, "revoke", "End an application and all its tokens")
        .needs("client_id", &RevokeApplication::client_id, "Its client id");
}

}  // namespace callboard::cli
