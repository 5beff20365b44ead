#include "accounts/scim_token.h"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "accounts/scim_token_store.h"
#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/company_option.h"

namespace callboard::cli {
namespace {

struct CreateScimToken : Common {
    std::string company;
    std::string name = "SCIM";
    std::string role = "EMPLOYEE";
    bool assigns_roles = false;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        const Secret secret = accounts::new_scim_token();
        const auto token = store.db().write(id, [&](db::Tx& tx) {
            return accounts::create_scim_token(
                tx, name, named<accounts::Role>(role).value(),
                assigns_roles ? accounts::AssignedRoles::any : accounts::AssignedRoles::up_to_own, secret);
        });
        output().result(
            {{"scim_token_id", std::string{token.id.text()}},
             {"scim_token", std::string{secret.reveal()}},
             {"role", role}},
            fmt::format("Created SCIM token {}; users that it creates get the role {}.\nToken (shown only "
                        "once): {}\nThe address for the directory is the server's public URL with /scim/v2.",
                        token.id.text(), role, secret.reveal()));
    }
};

struct ListScimTokens : Common {
    std::string company;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        std::vector<Fields> items;
        for (const auto& token : store.db().read(id, accounts::store::list_scim_tokens)) {
            Fields fields{{"scim_token_id", std::string{token.id.text()}},
                          {"name", token.name},
                          {"role", std::string{name_of(token.role)}},
                          {"assigns", std::string{name_of(token.assigns)}},
                          {"created", to_iso(token.created_at)}};
            if (token.revoked_at) fields.emplace_back("revoked", to_iso(*token.revoked_at));
            items.push_back(std::move(fields));
        }
        output().list(items, "The company has no SCIM tokens.");
    }
};

struct RevokeScimToken : Common {
    std::string token;

    void run() const {
        app::Store store{settings(), 1};
        const auto id = CredentialId::parse(token);
        const auto company = !id ? std::nullopt : store.db().read(std::nullopt, [&](db::Snapshot& snapshot) {
            return accounts::store::company_of_scim_token(snapshot, *id);
        });
        if (!company)
            throw not_found("CREDENTIAL_NOT_FOUND",
                            "there is no SCIM token " + token + ", or it is already revoked");
        store.db().write(company, [&](db::Tx& tx) { accounts::revoke_scim_token(tx, *id); });
        output().result({{"scim_token_id", token}}, "Revoked " + token + ".");
    }
};

}  // namespace

void add_scim_token(CommandSpec& root) {
    CommandSpec& group = root.add("scim-token", "Tokens of directories that provision users (SCIM)");
    command<CreateScimToken>(group, "create", "Create a token")
        .needs("--company", &CreateScimToken::company, "Identifier of the company")
        .takes("--name", &CreateScimToken::name,
               "Name of the directory, shown as the author of its changes; by default SCIM")
        .takes("--role", &CreateScimToken::role,
               "System role of users that the directory creates without one; by default EMPLOYEE")
        .one_of(role_names())
        .flag("--assigns-roles", &CreateScimToken::assigns_roles,
              "Let the directory also make administrators, and change their e-mail addresses");
    command<ListScimTokens>(group, "list", "List all tokens of a company")
        .needs("--company", &ListScimTokens::company, "Identifier of the company");
    command<RevokeScimToken>(group, "revoke", "Revoke a token")
        .needs("token", &RevokeScimToken::token, "Id of the token, not the token itself");
}

}  // namespace callboard::cli
