#include "accounts/sso_connections.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "accounts/sso_connection_store.h"
#include "accounts/user_access.h"
#include "base/ascii.h"
#include "base/encoding.h"
#include "base/error.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

constexpr std::size_t kLongestIssuer = 500;
constexpr std::size_t kLongestClientId = 255;
constexpr std::size_t kLongestSecret = 1'000;
constexpr std::size_t kLongestClaim = 100;
constexpr std::size_t kLongestDomain = 253;
constexpr std::size_t kMostDomains = 100;

std::string place_of_secret(const CompanyId& company) {
    return "sso_connection/" + std::string{company.text()};
}

void require(bool good, const char* message, const char* path) {
    if (!good) throw Error{ErrorKind::unprocessable, Fault{"VALIDATION_ERROR", message, path}};
}

bool is_visible_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

// OpenID Connect Discovery, section 2: https, without query and fragment. Whether the address may be called
// is decided by the guard of outgoing requests, each time.
bool is_issuer(std::string_view text) {
    constexpr std::string_view kScheme = "https://";
    return text.size() <= kLongestIssuer && text.starts_with(kScheme) && text.size() > kScheme.size() &&
           is_visible_ascii(text) && text.find_first_of("?#\\\"<>") == std::string_view::npos;
}

bool is_claim(std::string_view text) {
    return !text.empty() && text.size() <= kLongestClaim && is_visible_ascii(text);
}

bool is_domain(std::string_view text) {
    return text.size() <= kLongestDomain && text.contains('.') && !text.contains("..") &&
           !std::string_view{".-"}.contains(text.front()) && !std::string_view{".-"}.contains(text.back()) &&
           std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
           });
}

std::vector<std::string> normal_domains(const std::vector<std::string>& domains) {
    std::vector<std::string> result;
    for (const std::string& each : domains) result.push_back(lowered(each));
    std::ranges::sort(result);
    const auto [first, last] = std::ranges::unique(result);
    result.erase(first, last);
    return result;
}

void check(const SsoDraft& draft, const std::vector<std::string>& domains) {
    require(is_issuer(draft.issuer),
            "the issuer must be a URL that starts with https://, without query or fragment", "/issuer");
    require(!draft.client_id.empty() && draft.client_id.size() <= kLongestClientId &&
                is_visible_ascii(draft.client_id),
            "the client id must have 1 to 255 visible ASCII characters", "/clientId");
    const std::string_view secret = draft.client_secret ? draft.client_secret->reveal() : "x";
    require(!secret.empty() && secret.size() <= kLongestSecret && is_utf8(secret) &&
                !has_control_characters(secret),
            "the client secret must have 1 to 1000 bytes, without control characters", "/clientSecret");
    require(is_claim(draft.claim), "the claim must have 1 to 100 visible ASCII characters", "/claim");
    require(draft.created_role != Role::administrator,
            "users who are created at sign-on cannot be administrators", "/createUsersWithRole");
    require(domains.size() <= kMostDomains, "a company can have up to 100 domains", "/domains");
    for (const std::string& each : domains)
        require(!each.empty() && is_domain(each),
                "a domain must be one of e-mail addresses, such as example.com", "/domains");
    require(!draft.created_role || !domains.empty(),
            "users are created for e-mail domains that are listed: the company has none",
            "/createUsersWithRole");
}

// A stored secret is only sent to the provider that it was given for.
std::string sealed_secret(const SsoDraft& draft, const std::optional<SsoConnection>& before,
                          const CompanyId& company, const Seal& seal) {
    if (draft.client_secret) return seal.close(draft.client_secret->reveal(), place_of_secret(company));
    require(before && before->issuer == draft.issuer && before->client_id == draft.client_id,
            "the client secret is required when issuer or client id are new", "/clientSecret");
    return before->sealed_secret;
}

void replace_domains(db::Tx& tx, const std::vector<std::string>& domains) {
    store::delete_sso_domains(tx);
    for (const std::string& each : domains) {
        if (!store::insert_sso_domain(tx, each))
            throw conflict("DOMAIN_TAKEN", "the domain " + each + " belongs to another company");
    }
}

void audit(db::Tx& tx, const events::Author& author, std::string_view issuer) {
    events::audit(tx, author,
                  {.name = "WEB_SSO_CONFIGURATION_UPDATED",
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text(),
                   .context = {{"issuer", issuer}}});
}

}  // namespace

SsoConnection set_sso_connection(db::Tx& tx, const events::Author& author, const SsoDraft& draft,
                                 const Seal& seal) {
    lock_user_changes(tx);
    const auto before = store::find_sso_connection(tx);
    std::vector<std::string> domains = draft.domains ? normal_domains(*draft.domains)
                                       : before      ? before->domains
                                                     : std::vector<std::string>{};
    check(draft, domains);
    const std::optional<Timestamp> required_since =
        before && before->required_at ? before->required_at : std::optional{tx.now};
    SsoConnection connection{.company = tx.company(),
                             .issuer = draft.issuer,
                             .client_id = draft.client_id,
                             .sealed_secret = sealed_secret(draft, before, tx.company(), seal),
                             .claim = draft.claim,
                             .created_role = draft.created_role,
                             .required_at = draft.required ? required_since : std::nullopt,
                             .updated_at = tx.now,
                             .domains = std::move(domains)};
    store::put_sso_connection(tx, connection);
    replace_domains(tx, connection.domains);
    audit(tx, author, connection.issuer);
    return connection;
}

void remove_sso_connection(db::Tx& tx, const events::Author& author) {
    lock_user_changes(tx);
    if (!store::delete_sso_connection(tx))
        throw not_found("SSO_NOT_FOUND", "the company has no single sign-on");
    audit(tx, author, "");
}

SsoConnection sso_connection(db::Snapshot& snapshot) {
    auto found = store::find_sso_connection(snapshot);
    if (!found) throw not_found("SSO_NOT_FOUND", "the company has no single sign-on");
    return std::move(*found);
}

std::optional<Secret> client_secret_of(const SsoConnection& connection, const Seal& seal) {
    auto secret = seal.open(connection.sealed_secret, place_of_secret(connection.company));
    if (!secret) return std::nullopt;
    return Secret{std::move(*secret)};
}

}  // namespace callboard::accounts
