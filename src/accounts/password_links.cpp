#include "accounts/password_links.h"

#include "accounts/cache_epoch_store.h"
#include "accounts/company_store.h"
#include "accounts/credential.h"
#include "accounts/dummy_write_store.h"
#include "accounts/login_mode.h"
#include "accounts/password_store.h"
#include "accounts/session_store.h"
#include "accounts/user_access.h"
#include "accounts/user_activation.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/random.h"
#include "events/audit_log.h"
#include "mail/mime.h"
#include "mail/outbox.h"

namespace callboard::accounts {
namespace {

// Somebody who asks again and again fills no mailbox.
constexpr std::chrono::minutes kPause{5};
constexpr std::int64_t kMostInADay = 5;

mail::Kind mail_kind(LinkPurpose purpose) {
    return purpose == LinkPurpose::invitation ? mail::Kind::invitation : mail::Kind::password_reset;
}

void require_not_enough(db::Snapshot& snapshot, const UserRecord& record, LinkPurpose purpose) {
    if (const auto wait = mail::wait_for_next(snapshot, mail_kind(purpose), record.user.email))
        throw too_many("too many such mails were sent to the user in the last 24 hours", *wait);
}

// Earlier links stay valid: otherwise anybody could keep somebody from a new password by asking for one, too.
void mail_link(db::Tx& tx, const UserRecord& record, LinkPurpose purpose, const LinkMailing& mailing) {
    const Secret token{random_secret()};
    const Timestamp expires_at = tx.now + kLinkLife;
    store::insert_link(tx, hash_of(token.reveal()),
                       {.company = tx.company(),
                        .user = record.user.id,
                        .purpose = purpose,
                        .replaces = password_mark(tx, record.user.id)},
                       expires_at);
    const Secret url{std::string{mailing.page}.append("?token=").append(token.reveal())};
    mail::send(tx,
               {.kind = mail_kind(purpose),
                .to = record.user.email,
                .language = record.profile.language ? record.profile.language->code : "",
                .values = {{"name", record.user.first_name}, {"company", store::own_company(tx).name}}},
               {.url = url, .expires_at = expires_at}, mailing.seal);
}

void audit(db::Tx& tx, const events::Author& author, std::string_view name, const UserId& user) {
    events::audit(tx, author, {.name = name, .entity_type = "USER", .entity_id = user.text()});
}

// Whether a user who forgot the password gets a mail. Reads the same in all cases, whatever is decided.
bool may_be_mailed(db::Snapshot& snapshot, const UserRecord& record) {
    const User& user = record.user;
    const bool uses_password = may_use_password(snapshot, record);
    const auto just_now = store::count_links_since(snapshot, user.id, snapshot.now - kPause);
    const auto today = store::count_links_since(snapshot, user.id, snapshot.now - kLinkLife);
    const auto wait = mail::wait_for_next(snapshot, mail_kind(LinkPurpose::reset), user.email);
    return uses_password && mail::can_be_mailed(user.email) && just_now == 0 && today < kMostInADay && !wait;
}

// About the sizes of rows, in bytes.
constexpr std::size_t kLockSize = 100;
constexpr std::size_t kLinkSize = 300;
constexpr std::size_t kMailSize = 900;
constexpr std::size_t kAuditSize = 300;

// Reads and writes as much as mail_link() and audit() do.
void mail_nothing(db::Tx& tx, const UserId& user, store::DummyWrites& writes) {
    password_mark(tx, user);
    writes.write(kLinkSize);
    store::find_company(tx, "");
    writes.write(kMailSize);
    writes.write(kAuditSize);
}

// Reads and writes as much as for an account.
void mail_nobody(db::Tx& tx, std::string_view email) {
    const UserRecord nobody{.user = {.id = UserId::from_trusted("000000000000000000000000"),
                                     .email = std::string{email},
                                     .first_name = {},
                                     .last_name = {},
                                     .role = Role::standard,
                                     .state = UserState::inactive,
                                     .created_at = {},
                                     .updated_at = {}},
                            .profile = {}};
    db::Tx inside = tx.within(CompanyId::from_trusted("00000000-0000-0000-0000-000000000000"));
    store::DummyWrites writes{inside};
    writes.write(kLockSize);
    store::find_record(inside, nobody.user.id);
    may_be_mailed(inside, nobody);
    mail_nothing(inside, nobody.user.id, writes);
}

}  // namespace

void invite(db::Tx& tx, const Actor& actor, const UserId& id, const LinkMailing& mailing) {
    const UserRecord record = lock_user(tx, actor, id);
    if (record.user.state == UserState::active || store::was_active(tx, id))
        throw unprocessable("ACTIVATION_EMAIL_UNAVAILABLE", "the user was activated before");
    if (!mail::can_be_mailed(record.user.email))
        throw unprocessable("ACTIVATION_EMAIL_UNAVAILABLE",
                            "the user has no e-mail address that mail can be sent to");
    if (!may_use_password(tx, record))
        throw unprocessable("ACTIVATION_EMAIL_UNAVAILABLE",
                            "the user signs in by single sign-on; activate the user instead");
    require_not_enough(tx, record, LinkPurpose::invitation);
    mail_link(tx, record, LinkPurpose::invitation, mailing);
    audit(tx, actor, "USER_INVITED", id);
}

void request_new_password(db::Tx& tx, const Actor& actor, const UserId& id, const LinkMailing& mailing) {
    const UserRecord record = lock_user(tx, actor, id);
    if (record.user.state != UserState::active)
        throw invalid_request("USER_DISABLED", "the user is not active");
    if (!may_use_password(tx, record))
        throw forbidden("PASSWORD_AUTHENTICATION_DISABLED", "the user signs in by single sign-on");
    if (!mail::can_be_mailed(record.user.email))
        throw invalid_request("USER_EMAIL_INVALID", "mail cannot be sent to the e-mail address of the user");
    require_not_enough(tx, record, LinkPurpose::reset);
    mail_link(tx, record, LinkPurpose::reset, mailing);
    audit(tx, actor, "USER_PASSWORD_RESET_REQUESTED", id);
}

void forgot_password(db::Tx& tx, std::string_view email, const LinkMailing& mailing,
                     const events::Author& author) {
    if (!is_utf8(email) || has_control_characters(email)) return;
    bool is_known = false;
    for (const store::EmailOwner& owner : store::owners_of_email(tx, email)) {
        if (owner.user.state != UserState::active) continue;
        is_known = true;
        db::Tx inside = tx.within(owner.company);
        lock_user_changes(inside);
        const auto record = store::find_record(inside, owner.user.id);
        if (record && may_be_mailed(inside, *record)) {
            mail_link(inside, *record, LinkPurpose::reset, mailing);
            audit(inside, author, "USER_PASSWORD_RESET_REQUESTED", owner.user.id);
        } else {
            store::DummyWrites writes{inside};
            mail_nothing(inside, owner.user.id, writes);
        }
    }
    if (!is_known) mail_nobody(tx, email);
}

std::optional<OpenLink> open_link(db::Snapshot& snapshot, const Secret& token) {
    const auto link = store::find_link(snapshot, hash_of(token.reveal()));
    if (!link) return std::nullopt;
    db::Snapshot inside = snapshot.within(link->company);
    const auto record = store::find_record(inside, link->user);
    if (!record || !may_use_password(inside, *record) || password_mark(inside, link->user) != link->replaces)
        return std::nullopt;
    const bool is_invited = link->purpose == LinkPurpose::invitation;
    const bool fits = is_invited ? !store::was_active(inside, link->user) &&
                                       !store::is_email_of_active(inside, record->user.email, link->user)
                                 : record->user.state == UserState::active;
    if (!fits) return std::nullopt;
    return OpenLink{.account = {.company = link->company, .user = link->user},
                    .email = record->user.email,
                    .purpose = link->purpose};
}

bool use_link(db::Tx& tx, const Secret& token, const std::string& password_hash,
              const events::Author& author) {
    const auto found = store::find_link(tx, hash_of(token.reveal()));
    if (!found) return false;
    db::Tx inside = tx.within(found->company);
    lock_user_changes(inside);
    // Under the lock, because somebody else may have used it, or changed the user, meanwhile.
    const auto link = open_link(tx, token);
    if (!link) return false;
    const UserId user = link->account.user;
    events::Author as_user = author;
    as_user.user = user;
    store::set_password(inside, user, password_hash);
    store::delete_links(inside, user);
    store::delete_sessions(inside, link->account.company, user);
    audit(inside, as_user, "USER_PASSWORD_CHANGED", user);
    if (link->purpose == LinkPurpose::invitation) {
        activate_invited(inside, as_user, user);
    } else {
        store::advance_cache_epoch(inside);
    }
    return true;
}

}  // namespace callboard::accounts
