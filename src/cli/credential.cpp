#include <optional>

#include <fmt/format.h>

#include "accounts/administration.h"
#include "accounts/credential_store.h"
#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/company_option.h"

namespace callboard::cli {
namespace {

struct CreateCredential : Common {
    std::string company;
    std::string kind;
    std::optional<std::string> user;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        const Secret key = accounts::new_api_key();
        const auto credential =
            store.db().write(id, [&](db::Tx& tx) { return accounts::create_api_key(tx, user, key); });
        output().result(
            {{"credential_id", std::string{credential.id.text()}}, {"api_key", std::string{key.reveal()}}},
            fmt::format("Made the API key {}, which acts for {}.\nKey, shown only now: {}",
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
            return accounts::store::company_of(snapshot, *id);
        });
        if (!company)
            throw not_found("CREDENTIAL_NOT_FOUND",
                            "there is no credential " + credential + ", or it is revoked already");
        store.db().write(company, [&](db::Tx& tx) { accounts::revoke_credential(tx, *id); });
        output().result({{"credential_id", credential}}, "Revoked " + credential + ".");
    }
};

}  // namespace

void add_credential(CLI::App& root) {
    CLI::App* const group = root.add_subcommand("credential", "What a company's programs call with");
    group->require_subcommand(1);
    command<CreateCredential>(*group, "create", "Make a credential")
        .needs("--company", &CreateCredential::company, "Identifier of the company")
        .needs("--kind", &CreateCredential::kind, "What kind")
        .one_of({"api-key"})
        .takes("--user", &CreateCredential::user,
               "E-mail of the user it acts for; by default the first administrator");
    command<ListCredentials>(*group, "list", "Show all credentials of a company")
        .needs("--company", &ListCredentials::company, "Identifier of the company");
    command<RevokeCredential>(*group, "revoke", "Refuse a credential from now on")
        .needs("credential", &RevokeCredential::credential, "Its id");
}

}  // namespace callboard::cli
