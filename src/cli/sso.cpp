#include <iostream>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "accounts/company_store.h"
#include "accounts/sso_connection_store.h"
#include "accounts/sso_connections.h"
#include "app/shared_key.h"
#include "app/sign_on.h"
#include "app/store.h"
#include "base/error.h"
#include "base/secret_file.h"
#include "cli/command.h"
#include "cli/company_option.h"

namespace callboard::cli {
namespace {

constexpr std::size_t kLongestSecret = 1'000;

Secret secret_from_standard_input() {
    std::string line;
    std::getline(std::cin, line);
    if (line.ends_with('\r')) line.pop_back();
    return Secret{std::move(line)};
}

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> items;
    for (const auto part : std::views::split(list, ',')) {
        std::string item{std::string_view{part}};
        if (!item.empty()) items.push_back(std::move(item));
    }
    return items;
}

// What the operator enters at the provider.
struct Addresses {
    std::string sign_on;
    std::string redirect_uri;
    std::string after_logout;
};

Addresses addresses(const settings::Settings& settings, const accounts::Company& company) {
    const std::string base = settings.public_url.value_or("");  // without one, only the paths are known
    const std::string sign_on = base + "/identity/sso/" + company.identifier;
    return {.sign_on = sign_on,
            .redirect_uri = sign_on + "/callback",
            .after_logout = base + "/identity/sign-in"};
}

Fields fields(const accounts::SsoConnection& connection, const Addresses& to_enter) {
    return {{"issuer", connection.issuer},
            {"client_id", connection.client_id},
            {"claim", connection.claim},
            {"required_claim", connection.required_claim.value_or("")},
            {"create_users", connection.created_role ? std::string{name_of(*connection.created_role)} : ""},
            {"domains", connection.domains},
            {"required", connection.is_required()},
            {"updated", to_iso(connection.updated_at)},
            {"sign_on_url", to_enter.sign_on},
            {"redirect_uri", to_enter.redirect_uri},
            {"post_logout_redirect_uri", to_enter.after_logout}};
}

std::string required_claim(const accounts::SsoConnection& connection) {
    const auto required = accounts::required_claim_of(connection);
    return required ? fmt::format("{}={}", required->name, fmt::join(required->values, " or ")) : "none";
}

std::string text(const accounts::SsoConnection& connection, const Addresses& to_enter) {
    return fmt::format(
        "Issuer: {}\nClient id: {}\nUsers are identified by the claim: {}\nTokens must have the claim: {}\n"
        "Users are created: {}\nE-mail domains: {}\nPasswords: {}\n\nUsers sign on at: {}\n"
        "Enter at the provider as redirect URI: {}\nand as redirect URI after logout: {}",
        connection.issuer, connection.client_id, connection.claim, required_claim(connection),
        connection.created_role ? fmt::format("with the role {}", name_of(*connection.created_role)) : "no",
        connection.domains.empty() ? "none" : fmt::format("{}", fmt::join(connection.domains, ", ")),
        connection.is_required() ? "only for administrators, and users whose login mode is PASSWORD"
                                 : "allowed",
        to_enter.sign_on, to_enter.redirect_uri, to_enter.after_logout);
}

struct SetSso : Common {
    std::string company;
    std::optional<std::string> issuer;
    std::optional<std::string> client_id;
    std::optional<std::string> secret_file;
    bool secret_stdin = false;
    std::optional<std::string> claim;
    std::optional<std::string> required_claim;
    bool no_required_claim = false;
    std::optional<std::string> create_users;
    bool create_no_users = false;
    std::optional<std::string> domains;
    bool require_sso = false;
    bool allow_passwords = false;
    bool keep_identifiers = false;
    bool clear_identifiers = false;

    void run() const {
        exclude(secret_file.has_value(), "--client-secret-file", secret_stdin, "--client-secret-stdin");
        exclude(required_claim.has_value(), "--require-claim", no_required_claim, "--no-require-claim");
        exclude(create_users.has_value(), "--create-users", create_no_users, "--no-create-users");
        exclude(require_sso, "--require-sso", allow_passwords, "--no-require-sso");
        exclude(keep_identifiers, "--keep-identifiers", clear_identifiers, "--clear-identifiers");
        const auto secret = client_secret();
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const CompanyId id = company_named(store.db(), company);
        const Seal seal{app::require_shared_key(loaded, store.db(), store.log())};
        const auto set = store.db().write(id, [&](db::Tx& tx) {
            return accounts::set_sso_connection(
                tx, {}, changed(accounts::store::find_sso_connection(tx), secret), seal);
        });
        const auto to_enter = addresses(loaded, store.db().read(id, accounts::store::own_company));
        output().result(fields(set, to_enter), text(set, to_enter));
    }

  private:
    static void exclude(bool has_first, std::string_view first, bool has_second, std::string_view second) {
        if (has_first && has_second)
            throw UsageError{fmt::format("{} and {} exclude each other", first, second)};
    }

    std::optional<Secret> client_secret() const {
        if (secret_file) return read_secret_file(*secret_file, "the client secret", kLongestSecret + 1);
        if (secret_stdin) return secret_from_standard_input();
        return std::nullopt;
    }

    // What is not given stays as it is.
    accounts::SsoDraft changed(const std::optional<accounts::SsoConnection>& before,
                               const std::optional<Secret>& secret) const {
        if (!before && (!issuer || !client_id))
            throw UsageError{"a company without single sign-on needs --issuer and --client-id"};
        accounts::SsoDraft draft{.issuer = issuer ? *issuer : before->issuer,
                                 .client_id = client_id ? *client_id : before->client_id,
                                 .client_secret = secret,
                                 .created_role = {},
                                 .domains = domains ? std::optional{split(*domains)} : std::nullopt};
        if (before) {
            draft.claim = before->claim;
            draft.required_claim = before->required_claim;
            draft.created_role = before->created_role;
            draft.required = before->is_required();
        }
        if (claim) draft.claim = *claim;
        if (required_claim) draft.required_claim = *required_claim;
        if (no_required_claim) draft.required_claim.reset();
        if (create_users) draft.created_role = named<accounts::Role>(*create_users);
        if (create_no_users) draft.created_role.reset();
        if (require_sso) draft.required = true;
        if (allow_passwords) draft.required = false;
        if (keep_identifiers) draft.old_identifiers = accounts::OldIdentifiers::keep;
        if (clear_identifiers) draft.old_identifiers = accounts::OldIdentifiers::clear;
        return draft;
    }
};

struct ShowSso : Common {
    std::string company;

    void run() const {
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const CompanyId id = company_named(store.db(), company);
        const auto connection = store.db().read(id, accounts::sso_connection);
        const auto to_enter = addresses(loaded, store.db().read(id, accounts::store::own_company));
        output().result(fields(connection, to_enter), text(connection, to_enter));
    }
};

struct CheckSso : Common {
    std::string company;

    void run() const {
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const CompanyId id = company_named(store.db(), company);
        const auto connection = store.db().read(id, accounts::sso_connection);
        app::SignOn sign_on{loaded, store};
        sso::TimeBudget time = sign_on.flow().time();
        const auto provider = sign_on.flow().provider(connection, time);
        if (!provider) throw failed_dependency("PROVIDER_UNUSABLE", provider.error().reason);
        output().result({{"issuer", provider->issuer},
                         {"authorization_endpoint", provider->authorization_endpoint},
                         {"token_endpoint", provider->token_endpoint},
                         {"jwks_uri", provider->jwks_uri}},
                        fmt::format("The provider {} can be used.\nUsers are sent to {}.", provider->issuer,
                                    provider->authorization_endpoint));
    }
};

struct RemoveSso : Common {
    std::string company;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        store.db().write(id, [](db::Tx& tx) { accounts::remove_sso_connection_and_domains(tx, {}); });
        output().result({{"company", company}}, fmt::format("Users of {} sign in with passwords.", company));
    }
};

}  // namespace

void add_sso(CommandSpec& root) {
    constexpr auto kServer = settings::Audience::server;
    CommandSpec& group = root.add("sso", "Single sign-on of a company (OpenID Connect)");
    command<SetSso>(group, "set", "Set the provider of a company, or change what is given", kServer)
        .needs("--company", &SetSso::company, "Identifier of the company")
        .takes("--issuer", &SetSso::issuer, "Issuer URL of the provider")
        .takes("--client-id", &SetSso::client_id, "Client id that the provider has given to this server")
        .takes("--client-secret-file", &SetSso::secret_file,
               "File with the client secret, readable by its owner only; not needed to change rules")
        .shown_as("FILE")
        .flag("--client-secret-stdin", &SetSso::secret_stdin,
              "Read the client secret from the first line of standard input")
        .takes("--claim", &SetSso::claim,
               "Claim that is compared with the SSO identifier of users; at first sub")
        .takes("--require-claim", &SetSso::required_claim,
               "Claim that tokens must have, for issuers that organisations share: hd=example.com")
        .shown_as("NAME=VALUE")
        .flag("--no-require-claim", &SetSso::no_required_claim, "Require no such claim any longer")
        .takes("--create-users", &SetSso::create_users,
               "Create unknown users with this role; their e-mail must be verified, and of a listed domain")
        .one_of(role_names())
        .flag("--no-create-users", &SetSso::create_no_users, "Create no users any longer")
        .takes("--domains", &SetSso::domains, "E-mail domains of the company, separated by commas")
        .flag("--require-sso", &SetSso::require_sso,
              "Refuse passwords, except of administrators and users with the login mode PASSWORD")
        .flag("--no-require-sso", &SetSso::allow_passwords, "Allow passwords again")
        .flag("--keep-identifiers", &SetSso::keep_identifiers,
              "With another issuer or claim: the SSO identifiers of users are valid there, too")
        .flag("--clear-identifiers", &SetSso::clear_identifiers,
              "With another issuer or claim: remove the SSO identifiers of all users");
    command<ShowSso>(group, "show", "Show the single sign-on of a company, without the client secret",
                     kServer)
        .needs("--company", &ShowSso::company, "Identifier of the company");
    command<CheckSso>(group, "check", "Ask the provider of a company for its discovery document", kServer)
        .needs("--company", &CheckSso::company, "Identifier of the company");
    command<RemoveSso>(group, "remove", "Remove the single sign-on of a company")
        .needs("--company", &RemoveSso::company, "Identifier of the company");
}

}  // namespace callboard::cli
