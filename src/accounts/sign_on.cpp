#include "accounts/sign_on.h"

#include <algorithm>
#include <utility>

#include "accounts/login_mode.h"
#include "accounts/second_factor_store.h"
#include "accounts/sso_connection_store.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/ascii.h"
#include "base/email.h"
#include "base/encoding.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

using Outcome = std::expected<Account, RefusedSignOn>;

constexpr std::size_t kLongestName = 300;

Outcome refused(SignOnRefusal why, std::optional<UserId> user = std::nullopt) {
    return std::unexpected{RefusedSignOn{.why = why, .user = std::move(user)}};
}

Outcome admit(db::Snapshot& snapshot, const UserRecord& record) {
    if (record.user.state != UserState::active) return refused(SignOnRefusal::inactive, record.user.id);
    if (!may_sign_on(record)) return refused(SignOnRefusal::password_only, record.user.id);
    return Account{.company = snapshot.company(), .user = record.user.id};
}

void audit(db::Tx& tx, events::Author author, std::string_view name, const UserId& user) {
    author.user = user;
    events::audit(tx, author, {.name = name, .entity_type = "USER", .entity_id = user.text()});
}

// Whoever may change the provider of the company could otherwise sign in as them, past their second factor.
bool may_be_linked(db::Snapshot& snapshot, const User& user) {
    if (user.role == Role::administrator) return false;
    const auto factor = store::find_second_factor(snapshot, user.id);
    return !factor || !factor->sealed_key;
}

// The identifier stays with the user: their e-mail may be given to somebody else later.
Outcome link(db::Tx& tx, UserRecord record, const ProvenIdentity& identity, const events::Author& author) {
    const Outcome admitted = admit(tx, record);
    if (!admitted) return admitted;
    if (record.profile.sso_identifier) return refused(SignOnRefusal::other_identifier, record.user.id);
    if (!may_be_linked(tx, record.user)) return refused(SignOnRefusal::needs_identifier, record.user.id);
    record.profile.sso_identifier = identity.identifier;
    record.user.updated_at = tx.now;
    store::update(tx, record);
    audit(tx, author, "USER_ACCOUNT_UPDATED", record.user.id);
    return admitted;
}

bool may_be_created(const SsoConnection& connection, const std::string& email) {
    return connection.created_role && is_email(email) &&
           std::ranges::find(connection.domains, lowered(domain_of(email))) != connection.domains.end();
}

std::string name_or(const std::string& name, std::string_view otherwise) {
    std::string text = name;
    std::ranges::replace_if(text, [](char c) { return c >= '\0' && c < ' '; }, ' ');
    text = trim(first_characters(trim(text), kLongestName));
    return text.empty() || has_control_characters(text) ? std::string{otherwise} : text;
}

Outcome create(db::Tx& tx, const SsoConnection& connection, const ProvenIdentity& identity,
               const std::string& email, const events::Author& author) {
    const std::string_view mailbox = std::string_view{email}.substr(0, email.rfind('@'));
    const User user{.id = tx.new_id<UserId>(),
                    .email = email,
                    .first_name = name_or(identity.first_name, mailbox),
                    .last_name = name_or(identity.last_name, mailbox),
                    .role = connection.created_role.value(),
                    .state = UserState::active,
                    .created_at = tx.now,
                    .updated_at = tx.now};
    Profile profile;
    profile.sso_identifier = identity.identifier;
    if (!store::insert(tx, user, std::nullopt, profile)) return refused(SignOnRefusal::email_elsewhere);
    audit(tx, author, "USER_ACCOUNT_CREATED", user.id);
    return Account{.company = tx.company(), .user = user.id};
}

}  // namespace

Outcome sign_on(db::Tx& tx, const SsoConnection& proved_by, const ProvenIdentity& identity,
                const events::Author& author) {
    // Nobody links, creates or deactivates the user, or replaces the provider, until the session is there.
    lock_user_changes(tx);
    const auto connection = store::find_sso_connection(tx);
    if (!connection || !is_same_provider(*connection, proved_by))
        return refused(SignOnRefusal::provider_changed);
    if (const auto known = store::find_by_sso_identifier(tx, identity.identifier)) return admit(tx, *known);
    if (!identity.verified_email) return refused(SignOnRefusal::unknown_user);
    const std::string& email = *identity.verified_email;

    std::optional<UserId> inactive;
    bool is_taken = false;
    for (const store::EmailOwner& owner : store::owners_of_email(tx, email)) {
        const bool is_active = owner.user.state == UserState::active;
        if (owner.company != tx.company()) {
            is_taken = is_taken || is_active;
        } else if (!is_active) {
            inactive = owner.user.id;
        } else if (owner.user.email == email) {
            return link(tx, store::find_record(tx, owner.user.id).value(), identity, author);
        } else {
            return refused(SignOnRefusal::unknown_user);  // the e-mail differs in case: not the same for sure
        }
    }
    // A deactivated user does not come back as a new one.
    if (inactive) return refused(SignOnRefusal::inactive, inactive);
    if (is_taken) return refused(SignOnRefusal::email_elsewhere);
    if (!may_be_created(*connection, email)) return refused(SignOnRefusal::unknown_user);
    return create(tx, *connection, identity, email, author);
}

}  // namespace callboard::accounts
