#include <iostream>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "accounts/company_store.h"
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
            {"create_users", connection.created_role ? std::string{name_of(*connection.created_role)} : ""},
            {"domains", connection.domains},
            {"required", connection.is_required()},
            {"updated", to_iso(connection.updated_at)},
            {"sign_on_url", to_enter.sign_on},
            {"redirect_uri", to_enter.redirect_uri},
            {"post_logout_redirect_uri", to_enter.after_logout}};
}

std::string text(const accounts::SsoConnection& connection, const Addresses& to_enter) {
    return fmt::format(
        "Issuer: {}\nClient id: {}\nUsers are identified by the claim: {}\nUsers are created: {}\n"
        "E-mail domains: {}\nPasswords: {}\n\nUsers sign on at: {}\n"
        "Enter at the provider as redirect URI: {}\nand as redirect URI after logout: {}",
        connection.issuer, connection.client_id, connection.claim,
        connection.created_role ? fmt::format("with the role {}", name_of(*connection.created_role)) : "no",
        connection.domains.empty() ? "none" : fmt::format("{}", fmt::join(connection.domains, ", ")),
        connection.is_required() ? "only for administrators, and users whose login mode is PASSWORD"
                                 : "allowed",
        to_enter.sign_on, to_enter.redirect_uri, to_enter.after_logout);
}

struct SetSso : Common {
    std::string company;
    std::string issuer;
    std::string client_id;
    std::optional<std::string> secret_file;
    bool secret_stdin = false;
    std::optional<std::string> claim;
    std::optional<std::string> create_users;
    std::optional<std::string> domains;
    bool require_sso = false;

    void run() const {
        if (secret_file && secret_stdin)
            throw UsageError{"--client-secret-file and --client-secret-stdin exclude each other"};
        const accounts::SsoDraft draft = this->draft();
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const CompanyId id = company_named(store.db(), company);
        const Seal seal{app::require_shared_key(loaded, store.db(), store.log())};
        const auto set = store.db().write(
            id, [&](db::Tx& tx) { return accounts::set_sso_connection(tx, {}, draft, seal); });
        const auto to_enter = addresses(loaded, store.db().read(id, accounts::store::own_company));
        output().result(fields(set, to_enter), text(set, to_enter));
    }

  private:
    accounts::SsoDraft draft() const {
        return {.issuer = issuer,
                .client_id = client_id,
                .client_secret = secret_file    ? std::optional{read_secret_file(
                                                   *secret_file, "the client secret", kLongestSecret + 1)}
                                 : secret_stdin ? std::optional{secret_from_standard_input()}
                                                : std::nullopt,
                .claim = claim.value_or(std::string{accounts::kSubjectClaim}),
                .created_role = create_users ? named<accounts::Role>(*create_users) : std::nullopt,
                .required = require_sso,
                .domains = domains ? std::optional{split(*domains)} : std::nullopt};
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
        const auto provider = sign_on.flow().provider(connection);
        if (!provider) throw failed_dependency("PROVIDER_UNUSABLE", provider.error());
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
        store.db().write(id, [](db::Tx& tx) { accounts::remove_sso_connection(tx, {}); });
        output().result({{"company", company}}, fmt::format("Users of {} sign in with passwords.", company));
    }
};

}  // namespace

void add_sso(CommandSpec& root) {
    constexpr auto kServer = settings::Audience::server;
    CommandSpec& group = root.add("sso", "Single sign-on of a company (OpenID Connect)");
    command<SetSso>(group, "set", "Set the provider of a company, or change its rules", kServer)
        .needs("--company", &SetSso::company, "Identifier of the company")
        .needs("--issuer", &SetSso::issuer, "Issuer URL of the provider")
        .needs("--client-id", &SetSso::client_id, "Client id that the provider has given to this server")
        .takes("--client-secret-file", &SetSso::secret_file,
               "File with the client secret, readable by its owner only; not needed to change rules")
        .shown_as("FILE")
        .flag("--client-secret-stdin", &SetSso::secret_stdin,
              "Read the client secret from the first line of standard input")
        .takes("--claim", &SetSso::claim,
               "Claim that is compared with the SSO identifier of users; by default sub")
        .takes("--create-users", &SetSso::create_users,
               "Create unknown users with this role; their e-mail must be verified, and of a listed domain")
        .one_of(role_names())
        .takes("--domains", &SetSso::domains,
               "E-mail domains of the company, separated by commas; by default they stay")
        .flag("--require-sso", &SetSso::require_sso,
              "Refuse passwords, except of administrators and users with the login mode PASSWORD");
    command<ShowSso>(group, "show", "Show the single sign-on of a company, without the client secret",
                     kServer)
        .needs("--company", &ShowSso::company, "Identifier of the company");
    command<CheckSso>(group, "check", "Ask the provider of a company for its discovery document", kServer)
        .needs("--company", &CheckSso::company, "Identifier of the company");
    command<RemoveSso>(group, "remove", "Remove the single sign-on of a company")
        .needs("--company", &RemoveSso::company, "Identifier of the company");
}

}  // namespace callboard::cli
