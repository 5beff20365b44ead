#include "accounts/administration.h"

#include <algorithm>

#include "accounts/api_key.h"
#include "accounts/cache_epoch_store.h"
#include "accounts/company_store.h"
#include "accounts/password_link_store.h"
#include "accounts/password_store.h"
#include "accounts/profile.h"
#include "accounts/session_store.h"
#include "accounts/user_access.h"
#include "accounts/user_activation.h"
#include "accounts/user_draft.h"
#include "accounts/user_store.h"
#include "base/email.h"
#include "base/encoding.h"
#include "base/error.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

const events::Author& the_operator() {
    static const events::Author without_user;
    return without_user;
}

bool is_identifier_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

std::string identifier_from(const std::string& name) {
    std::string identifier;
    std::ranges::copy_if(name, std::back_inserter(identifier), is_identifier_character);
    if (identifier.empty()) {
        throw invalid_request("INVALID_IDENTIFIER",
                              "no identifier can be derived from this name; set one with --identifier");
    }
    return identifier.substr(0, 64);
}

std::string checked_identifier(const std::string& identifier) {
    if (identifier.empty() || identifier.size() > 64 ||
        !std::ranges::all_of(identifier, is_identifier_character)) {
        throw invalid_request(
            "INVALID_IDENTIFIER",
            "an identifier must have 1 to 64 letters, digits, dashes and underscores: " + identifier);
    }
    return identifier;
}

void check_text(std::string_view what, const std::string& text, std::size_t most) {
    const bool good = is_utf8(text) && !text.empty() && count_characters(text) <= most &&
                      text.front() != ' ' && text.back() != ' ' && !has_control_characters(text);
    if (good) return;
    throw invalid_request(
        "INVALID_VALUE",
        std::string{what} + " must have 1 to " + std::to_string(most) +
            " characters, without control characters, and must not begin or end with a space");
}

User acting_user(db::Tx& tx, const std::optional<std::string>& email) {
    if (email && !is_utf8(*email))
        throw not_found("USER_NOT_FOUND", "the e-mail address must be valid UTF-8");
    auto user = email ? store::find_active_user(tx, *email) : store::first_administrator(tx);
    if (user) return std::move(*user);
    if (email) throw not_found("USER_NOT_FOUND", "the company has no active user " + *email);
    throw not_found(
        "USER_NOT_FOUND",
        "an API key acts for a user, and the company has no active administrator; add a user first");
}

User lock_user(db::Tx& tx, const UserId& id) {
    lock_user_changes(tx);
    auto user = store::find_user(tx, id);
    if (!user) throw not_found("USER_NOT_FOUND", "the user no longer exists");
    return std::move(*user);
}

std::optional<CompanyId> company_with(db::Snapshot& snapshot, const std::optional<std::string>& identifier) {
    if (!identifier) return std::nullopt;
    const auto company = is_utf8(*identifier) ? store::find_company(snapshot, *identifier) : std::nullopt;
    if (!company)
        throw not_found("COMPANY_NOT_FOUND", "there is no company with the identifier " + *identifier);
    return company->id;
}

}  // namespace

Company add_company(db::Tx& tx, const std::string& name, const std::optional<std::string>& identifier) {
    check_text("the name", name, 256);
    const Company company{.id = tx.new_id<CompanyId>(),
                          .identifier = identifier ? checked_identifier(*identifier) : identifier_from(name),
                          .name = name,
                          .created_at = tx.now};
    if (!store::insert(tx, company)) {
        throw conflict("IDENTIFIER_TAKEN",
                       "a company with the identifier " + company.identifier + " already exists");
    }
    return company;
}

void set_language(db::Tx& tx, const std::string& language) {
    if (std::ranges::find(kUserLanguages, language) == kUserLanguages.end()) {
        std::string known;
        for (const std::string_view each : kUserLanguages)
            known.append(known.empty() ? "" : ", ").append(each);
        throw invalid_request("INVALID_VALUE", "not a language: " + language + "; languages are " + known);
    }
    store::set_language(tx, language);
}

User add_user(db::Tx& tx, const NewUser& who, const std::string& password_hash) {
    if (!is_email(who.email)) throw invalid_request("INVALID_VALUE", "not an e-mail address: " + who.email);
    check_text("the first name", who.first_name, 300);
    check_text("the last name", who.last_name, 300);
    const User user{.id = tx.new_id<UserId>(),
                    .email = who.email,
                    .first_name = who.first_name,
                    .last_name = who.last_name,
                    .role = who.role,
                    .state = UserState::active,
                    .created_at = tx.now,
                    .updated_at = tx.now};
    lock_user_changes(tx);
    require_free_domain(tx, user.email);
    if (!store::insert(tx, user, password_hash)) {
        throw conflict("EMAIL_TAKEN",
                       "an active user with the e-mail address " + who.email + " already exists");
    }
    events::audit(tx, the_operator(),
                  {.name = "USER_ACCOUNT_CREATED", .entity_type = "USER", .entity_id = user.id.text()});
    return user;
}

store::EmailOwner find_person(db::Snapshot& snapshot, const std::string& email,
                              const std::optional<std::string>& company_identifier) {
    const auto company = company_with(snapshot, company_identifier);
    auto owners = is_utf8(email) ? store::owners_of_email(snapshot, email) : std::vector<store::EmailOwner>{};
    if (company)
        std::erase_if(owners, [&](const store::EmailOwner& owner) { return owner.company != *company; });
    if (owners.empty())
        throw not_found("USER_NOT_FOUND", "there is no user with the e-mail address " + email);
    const auto rank = [](const store::EmailOwner& owner) {
        if (owner.user.state == UserState::active) return 0;
        return owner.was_active ? 2 : 1;
    };
    std::ranges::sort(owners, {}, rank);
    if (owners.size() > 1 && rank(owners[0]) == rank(owners[1])) {
        throw conflict("USER_AMBIGUOUS",
                       "several inactive users have the e-mail address " + email +
                           (company ? "; activate the intended one first" : "; specify the company"));
    }
    return owners.front();
}

void reset_password(db::Tx& tx, const UserId& id, const std::string& password_hash) {
    const User user = lock_user(tx, id);
    store::set_password(tx, user.id, password_hash);
    store::delete_links(tx, id);
    store::delete_sessions(tx, tx.company(), user.id);
    events::audit(tx, the_operator(),
                  {.name = "USER_PASSWORD_RESET", .entity_type = "USER", .entity_id = user.id.text()});
    store::advance_cache_epoch(tx);
}

void deactivate_as_operator(db::Tx& tx, const UserId& id) {
    deactivate(tx, the_operator(), lock_user(tx, id));
}

User add_service_account(db::Tx& tx, const std::string& name, const std::string& client_id, Role role) {
    check_text("the name", name, 300);
    const User account{.id = tx.new_id<UserId>(),
                       .email = client_id + "@service.invalid",
                       .first_name = name,
                       .last_name = "",
                       .role = role,
                       .state = UserState::active,
                       .created_at = tx.now,
                       .updated_at = tx.now};
    store::insert_service_account(tx, account);
    return account;
}

Credential create_api_key(db::Tx& tx, const std::optional<std::string>& email, const Secret& key) {
    return add_api_key(tx, the_operator(), acting_user(tx, email), std::nullopt, key);
}

void revoke_credential(db::Tx& tx, const CredentialId& id) {
    if (!revoke_api_key(tx, the_operator(), id))
        throw not_found("CREDENTIAL_NOT_FOUND", "credential not found, or already revoked");
}

}  // namespace callboard::accounts
