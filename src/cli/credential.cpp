#include <optional>

#include <fmt/format.h>

#include "accounts/administration.h"
#include "accounts/credential_store.h"
#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "cli/scope_list.h"
#include "oauth/client_credential.h"
#include "oauth/client_credential_store.h"
#include "oauth/token.h"

namespace callboard::cli {
namespace {

struct CreateCredential : Common {
    std::string company;
    std::string kind;
    std::optional<std::string> user;
    std::optional<std::string> name;
    std::optional<std::string> role;
    std::optional<std::string> scopes;
    std::optional<std::string> access_group;

    void run() const {
        const bool is_program = kind == "client-credentials";
        if (is_program && !(name && role && scopes))
            throw UsageError{"with --kind client-credentials, --name, --role and --scope are required"};
        if (is_program && user) throw UsageError{"--user is for --kind api-key only"};
        if (!is_program && (name || role || scopes || access_group))
            throw UsageError{
                "--name, --role, --scope and --access-group are for --kind client-credentials only"};
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        if (is_program) {
            create_program(store.db(), id);
        } else {
            create_key(store.db(), id);
        }
    }

  private:
    void create_program(db::Db& db, const CompanyId& id) const {
        const Secret secret = oauth::new_secret(oauth::SecretKind::client_secret);
        const auto credential = db.write(id, [&](db::Tx& tx) {
            return oauth::create_client_credential(tx,
                                                   {.name = *name,
                                                    .role = named<accounts::Role>(*role).value(),
                                                    .scopes = *scopes,
                                                    .access_group = access_group},
                                                   secret);
        });
        const std::string client_id{credential.id.text()};
        output().result(
            {{"credential_id", client_id},
             {"client_id", client_id},
             {"client_secret", std::string{secret.reveal()}}},
            fmt::format("Created credential {} with the role {}.\nClient id: {}\nClient secret (shown only "
                        "once): {}",
                        *name, *role, client_id, secret.reveal()));
    }

    void create_key(db::Db& db, const CompanyId& id) const {
        const Secret key = accounts::new_api_key();
        const auto credential =
            db.write(id, [&](db::Tx& tx) { return accounts::create_api_key(tx, user, key); });
        output().result(
            {{"credential_id", std::string{credential.id.text()}}, {"api_key", std::string{key.reveal()}}},
            fmt::format("Created API key {}, which acts for {}.\nKey (shown only once): {}",
                        credential.id.text(), credential.user_email, key.reveal()));
    }
};

struct ListCredentials : Common {
    std::string company;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        std::vector<Fields> items;
        for (const auto& credential : store.db().read(id, accounts::store::list_credentials)) {
            Fields fields{{"credential_id", std::string{credential.id.text()}},
                          {"kind", std::string{name_of(credential.kind)}},
                          {"user", credential.user_email},
                          {"created", to_iso(credential.created_at)}};
            if (credential.name) fields.emplace_back("name", *credential.name);
            if (credential.last_used_at) fields.emplace_back("last_used", to_iso(*credential.last_used_at));
            if (credential.revoked_at) fields.emplace_back("revoked", to_iso(*credential.revoked_at));
            items.push_back(std::move(fields));
        }
        for (const auto& credential : store.db().read(id, oauth::store::list_client_credentials)) {
            Fields fields{{"credential_id", std::string{credential.id.text()}},
                          {"kind", "CLIENT_CREDENTIALS"},
                          {"name", credential.name},
                          {"scopes", scope_list(credential.scopes)},
                          {"created", to_iso(credential.created_at)}};
            if (credential.last_used_at) fields.emplace_back("last_used", to_iso(*credential.last_used_at));
            if (credential.revoked_at) fields.emplace_back("revoked", to_iso(*credential.revoked_at));
            items.push_back(std::move(fields));
        }
        output().list(items, "The company has no credentials.");
    }
};

struct RevokeCredential : Common {
    std::string credential;

    void run() const {
        app::Store store{settings(), 1};
        const auto id = CredentialId::parse(credential);
        const auto company = !id ? std::nullopt : store.db().read(std::nullopt, [&](db::Snapshot& snapshot) {
            const auto found = accounts::store::company_of(snapshot, *id);
            return found ? found : oauth::store::company_of(snapshot, *id);
        });
        if (!company)
            throw not_found("CREDENTIAL_NOT_FOUND",
                            "there is no credential " + credential + ", or it is already revoked");
        store.db().write(company, [&](db::Tx& tx) {
            if (!oauth::revoke_client_credential(tx, *id)) accounts::revoke_credential(tx, *id);
        });
        output().result({{"credential_id", credential}}, "Revoked " + credential + ".");
    }
};

}  // namespace

void add_credential(CommandSpec& root) {
    CommandSpec& group = root.add("credential", "API keys and client credentials of a company");
    command<CreateCredential>(group, "create", "Create a credential")
        .needs("--company", &CreateCredential::company, "Identifier of the company")
        .needs("--kind", &CreateCredential::kind, "Kind of credential")
        .one_of({"api-key", "client-credentials"})
        .takes("--user", &CreateCredential::user,
               "API key: e-mail of the user it acts for; by default the first administrator")
        .takes("--name", &CreateCredential::name, "Client credentials: name of the program")
        .takes("--role", &CreateCredential::role, "Client credentials: system role")
        .one_of(role_names())
        .takes("--scope", &CreateCredential::scopes, "Client credentials: scopes, separated by spaces")
        .takes("--access-group", &CreateCredential::access_group,
               "Client credentials: access group that the program belongs to");
    command<ListCredentials>(group, "list", "List all credentials of a company")
        .needs("--company", &ListCredentials::company, "Identifier of the company");
    command<RevokeCredential>(group, "revoke", "Revoke a credential")
        .needs("credential", &RevokeCredential::credential, "Credential id");
}

}  // namespace callboard::cli
