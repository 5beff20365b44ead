#include "accounts/sso_connections.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/sso_connection_store.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/ascii.h"
#include "base/error.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

std::vector<std::string> normal_domains(const std::vector<std::string>& domains) {
    std::vector<std::string> result;
    for (const std::string& each : domains) result.push_back(lowered(each));
    std::ranges::sort(result);
    const auto [first, last] = std::ranges::unique(result);
    result.erase(first, last);
    return result;
}

// A stored secret is only sent to the provider that it was given for.
std::string sealed_secret(const SsoDraft& draft, const std::optional<SsoConnection>& before,
                          const CompanyId& company, const Seal& seal) {
    if (draft.client_secret)
        return seal.close(draft.client_secret->reveal(), place_of_client_secret(company));
    if (!before || before->issuer != draft.issuer || before->client_id != draft.client_id)
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR",
                          "the client secret is required when issuer or client id are new", "/clientSecret"}};
    return before->sealed_secret;
}

void replace_domains(db::Tx& tx, const std::vector<std::string>& domains) {
    store::delete_sso_domains(tx);
    for (const std::string& each : domains) {
        if (!store::insert_sso_domain(tx, each))
            throw conflict("DOMAIN_TAKEN", "the domain " + each + " belongs to another company");
    }
}

void clear_identifiers(db::Tx& tx) {
    constexpr std::int64_t kBatch = 1'000;
    for (;;) {
        std::vector<UserRecord> users = store::with_sso_identifier(tx, kBatch);
        if (users.empty()) return;
        for (UserRecord& each : users) {
            each.profile.sso_identifier.reset();
            each.user.updated_at = tx.now;
            store::update(tx, each);
        }
    }
}

// Also of a provider that was removed: its identifiers are still there.
void settle_identifiers(db::Tx& tx, const SsoDraft& draft) {
    const auto source = store::identifier_source(tx);
    if (!source || (source->issuer == draft.issuer && source->claim == draft.claim)) return;
    switch (draft.old_identifiers) {
        case OldIdentifiers::keep: return;
        case OldIdentifiers::clear: return clear_identifiers(tx);
        case OldIdentifiers::refuse: break;
    }
    if (store::with_sso_identifier(tx, 1).empty()) return;
    throw conflict("SSO_IDENTIFIERS_EXIST",
                   "users have SSO identifiers of another issuer or claim, which may be somebody else's now: "
                   "the operator decides with 'callboard sso set' and --keep-identifiers or "
                   "--clear-identifiers");
}

std::string list_of(const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& each : items) text.append(text.empty() ? "" : ",").append(each);
    return text;
}

std::string role_name(const std::optional<Role>& role) {
    return role ? std::string{name_of(*role)} : "";
}

// The new value of a field that was changed, for the audit log; nothing if it was not.
std::optional<std::string> change(const std::string& before, const std::string& after) {
    return before == after ? std::nullopt : std::optional{after};
}

void audit(db::Tx& tx, const events::Author& author, const SsoDraft& draft,
           const std::optional<SsoConnection>& previous, const SsoConnection& now) {
    const SsoConnection before =
        previous.value_or(SsoConnection{.company = now.company, .updated_at = now.updated_at});
    const auto words = [](bool required) { return std::string{required ? "true" : "false"}; };
    const auto issuer = change(before.issuer, now.issuer);
    const auto client_id = change(before.client_id, now.client_id);
    const auto secret = draft.client_secret ? std::optional<std::string>{"changed"} : std::nullopt;
    const auto claim = change(before.claim, now.claim);
    const auto required_claim = change(before.required_claim.value_or(""), now.required_claim.value_or(""));
    const auto role = change(role_name(before.created_role), role_name(now.created_role));
    const auto required = change(words(before.is_required()), words(now.is_required()));
    const auto domains = change(list_of(before.domains), list_of(now.domains));
    events::audit(tx, author,
                  {.name = "WEB_SSO_CONFIGURATION_UPDATED",
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text(),
                   .context = {{"issuer", issuer},
                               {"clientId", client_id},
                               {"clientSecret", secret},
                               {"claim", claim},
                               {"requiredClaim", required_claim},
                               {"createUsersWithRole", role},
                               {"required", required},
                               {"domains", domains}}});
}

void audit_removal(db::Tx& tx, const events::Author& author) {
    events::audit(tx, author,
                  {.name = "WEB_SSO_CONFIGURATION_DELETED",
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text()});
}

Error no_connection() {
    return not_found("SSO_NOT_FOUND", "the company has no single sign-on");
}

}  // namespace

SsoConnection set_sso_connection(db::Tx& tx, const events::Author& author, const SsoDraft& draft,
                                 const Seal& seal) {
    lock_user_changes(tx);
    const auto before = store::find_sso_connection(tx);
    std::vector<std::string> domains =
        draft.domains ? normal_domains(*draft.domains) : store::sso_domains(tx);
    check_sso_draft(draft, domains);
    const std::optional<Timestamp> required_since =
        before && before->required_at ? before->required_at : std::optional{tx.now};
    SsoConnection connection{.company = tx.company(),
                             .issuer = draft.issuer,
                             .client_id = draft.client_id,
                             .sealed_secret = sealed_secret(draft, before, tx.company(), seal),
                             .claim = draft.claim,
                             .required_claim = draft.required_claim,
                             .created_role = draft.created_role,
                             .required_at = draft.required ? required_since : std::nullopt,
                             .updated_at = tx.now,
                             .domains = std::move(domains)};
    settle_identifiers(tx, draft);
    store::put_sso_connection(tx, connection);
    if (draft.domains) replace_domains(tx, connection.domains);
    audit(tx, author, draft, before, connection);
    return connection;
}

void remove_sso_connection(db::Tx& tx, const events::Author& author) {
    lock_user_changes(tx);
    if (!store::remove_sso_connection(tx)) throw no_connection();
    audit_removal(tx, author);
}

void remove_sso_connection_and_domains(db::Tx& tx, const events::Author& author) {
    lock_user_changes(tx);
    const bool had_domains = store::delete_sso_domains(tx);
    const bool had_connection = store::remove_sso_connection(tx);
    if (!had_domains && !had_connection) throw no_connection();
    audit_removal(tx, author);
}

SsoConnection sso_connection(db::Snapshot& snapshot) {
    auto found = store::find_sso_connection(snapshot);
    if (!found) throw no_connection();
    return std::move(*found);
}

std::string place_of_client_secret(const CompanyId& company) {
    return "sso_connection/" + std::string{company.text()};
}

std::optional<Secret> client_secret_of(const SsoConnection& connection, const Seal& seal) {
    auto secret = seal.open(connection.sealed_secret, place_of_client_secret(connection.company));
    if (!secret) return std::nullopt;
    return Secret{std::move(*secret)};
}

}  // namespace callboard::accounts
