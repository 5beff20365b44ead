#include "mail/mail_store.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/ascii.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "mail/mail_text.h"

namespace callboard::mail::store {
namespace {

#define COLUMNS                                                                                    \
    "company_id, id, kind, recipient, language, contents, sealed_link, status, attempts, due_at, " \
    "expires_at, "                                                                                 \
    "failure, created_at, finished_at, message_domain, lease_token"

constexpr std::array<std::int64_t, 2> kLanes{0, 1};

constexpr db::Sql kInsert{"mail_insert", R"sql(
    INSERT INTO mail (company_id, id, kind, recipient, language, contents, sealed_link, status, lane, attempts, due_at,
                      expires_at, lease_token, created_at, recipient_key)
    VALUES ($1, $2, $3, $4, COALESCE(NULLIF($5, ''), (SELECT language FROM company WHERE id = $1)), $6, $7, 'PENDING', $8,
            0, $9, $10, '', $9, $11))sql"};

constexpr db::Sql kNewestSince{"mail_newest_since", R"sql(
    SELECT created_at FROM mail WHERE company_id = $1 AND recipient_key = $2 AND kind = $3 AND created_at > $4
    ORDER BY created_at DESC LIMIT 1 OFFSET $5)sql"};

constexpr std::string_view kOldestDueBegin = R"sql(
    SELECT due_at FROM mail WHERE status = 'PENDING' AND lane = $1 AND due_at <= $2 AND kind IN ()sql";
constexpr std::string_view kOldestDueEnd = ") ORDER BY due_at, id LIMIT 1";

constexpr std::string_view kDueBegin = "SELECT " COLUMNS R"sql( FROM mail
    WHERE status = 'PENDING' AND lane = $1 AND due_at <= $2 AND kind IN ()sql";
constexpr std::string_view kDueEnd = ") ORDER BY due_at, id LIMIT $3 /*skip locked*/";

constexpr db::GlobalSql kLease{"mail_lease", R"sql(
    UPDATE mail SET due_at = $3, lease_token = $4, message_domain = COALESCE(message_domain, $5)
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::GlobalSql kSent{"mail_sent", R"sql(
    UPDATE mail SET status = 'SENT', attempts = attempts + 1, contents = '', sealed_link = NULL, failure = NULL,
                    finished_at = $5, lease_token = ''
    WHERE company_id = $1 AND id = $2 AND lease_token = $3 AND attempts = $4)sql"};

constexpr db::GlobalSql kPostpone{"mail_postpone", R"sql(
    UPDATE mail SET attempts = attempts + 1, due_at = $5, failure = $6, lease_token = ''
    WHERE company_id = $1 AND id = $2 AND lease_token = $3 AND attempts = $4)sql"};

constexpr db::GlobalSql kFail{"mail_fail", R"sql(
    UPDATE mail SET status = 'FAILED', attempts = attempts + 1, failure = $6, finished_at = $5, lease_token = ''
    WHERE company_id = $1 AND id = $2 AND lease_token = $3 AND attempts = $4)sql"};

constexpr db::GlobalSql kReleaseAll{"mail_release_all", R"sql(
    UPDATE mail SET due_at = $2, lease_token = '' WHERE lease_token = $1 AND lease_token <> '')sql"};

constexpr db::GlobalSql kList{"mail_list", "SELECT " COLUMNS " FROM mail ORDER BY id DESC LIMIT $1"};

constexpr db::GlobalSql kListOf{"mail_list_of", "SELECT " COLUMNS R"sql( FROM mail
    WHERE status = $1 ORDER BY id DESC LIMIT $2)sql"};

constexpr db::GlobalSql kListRetriable{"mail_list_retriable", R"sql(
    SELECT id FROM mail WHERE status = 'FAILED' AND expires_at > $1 ORDER BY id)sql"};

constexpr db::GlobalSql kFind{"mail_find", "SELECT " COLUMNS " FROM mail WHERE id = $1"};

constexpr db::GlobalSql kSealedLinks{"mail_sealed_links", R"sql(
    SELECT id, sealed_link FROM mail WHERE status = 'PENDING' AND sealed_link IS NOT NULL LIMIT $1)sql"};

constexpr db::Sql kNewest{"mail_newest", "SELECT " COLUMNS R"sql( FROM mail
    WHERE company_id = $1 ORDER BY id DESC LIMIT $2)sql"};

constexpr db::Sql kRemoveUnsent{"mail_remove_unsent", R"sql(
    DELETE FROM mail WHERE company_id = $1 AND id = $2 AND status <> 'SENT')sql"};

// Others that wait may be for somebody else with this address.
constexpr db::Sql kRemoveTo{"mail_remove_to", R"sql(
    DELETE FROM mail WHERE company_id = $1 AND recipient_key = $2 AND kind = $3
        AND ((status = 'SENT' AND created_at <= $4) OR (status <> 'SENT' AND expires_at <= $5)))sql"};

constexpr db::Sql kEraseRecipient{"mail_erase_recipient", R"sql(
    UPDATE mail SET recipient = 'deleted'
    WHERE company_id = $1 AND recipient_key = $2 AND kind = $3 AND status = 'SENT')sql"};

constexpr db::GlobalSql kRetry{"mail_retry", R"sql(
    UPDATE mail SET status = 'PENDING', attempts = 0, due_at = $2, finished_at = NULL
    WHERE id = $1 AND status = 'FAILED' AND expires_at > $2)sql"};

constexpr db::GlobalSql kForget{"mail_forget", R"sql(
    DELETE FROM mail WHERE id IN (SELECT id FROM mail WHERE finished_at < $1 ORDER BY finished_at LIMIT $2))sql"};

constexpr db::GlobalSql kForgetUnsent{"mail_forget_unsent", R"sql(
    DELETE FROM mail WHERE id IN
        (SELECT id FROM mail WHERE status = 'PENDING' AND expires_at < $1 ORDER BY expires_at LIMIT $2))sql"};

#undef COLUMNS

// With the kinds that this version knows: one that it does not know stays for the servers that queued it.
std::string with_known_kinds(std::string_view begin, std::string_view end) {
    std::string text{begin};
    for (const auto& [kind, name] : Names<Kind>::kList)
        text.append(kind == Names<Kind>::kList.front().first ? "'" : ", '").append(name).append("'");
    return text.append(end);
}

db::GlobalSql due_statement() {
    static const std::string kText = with_known_kinds(kDueBegin, kDueEnd);
    return {"mail_due", kText};
}

db::GlobalSql oldest_due_statement() {
    static const std::string kText = with_known_kinds(kOldestDueBegin, kOldestDueEnd);
    return {"mail_oldest_due", kText};
}

std::string key_of(const CompanyId& company, std::string_view address) {
    return to_hex(sha256(std::string{company.text()}.append(" ").append(lowered(address))));
}

StoredMail mail_from(const db::Row& row) {
    return {.company = row.id<CompanyId>(0),
            .id = row.id<MailId>(1),
            .kind = row.string(2),
            .to = row.string(3),
            .language = row.string(4),
            .values = row.string(5),
            .sealed_link = row.optional_string(6),
            .status = row.member<Status>(7),
            .attempts = row.integer(8),
            .due_at = row.time(9),
            .expires_at = row.time(10),
            .failure = row.optional_string(11),
            .created_at = row.time(12),
            .finished_at = row.optional_time(13),
            .message_domain = row.optional_string(14),
            .holder = row.string(15)};
}

}  // namespace

void insert(db::Tx& tx, const MailId& id, const Mail& mail, const Validity& validity) {
    const auto language = has_texts_in(mail.language) ? std::string_view{mail.language} : std::string_view{};
    tx.enqueue(kInsert, {id, mail.kind, mail.to, language, wire::to_json(mail.values), validity.sealed_link,
                         std::int64_t{is_urgent(mail.kind) ? 0 : 1}, tx.now, validity.expires_at,
                         key_of(tx.company(), mail.to)});
}

std::optional<Timestamp> newest_since(db::Snapshot& snapshot, Kind kind, std::string_view to, Timestamp since,
                                      std::int64_t skipped) {
    const std::string key = key_of(snapshot.company(), to);
    return snapshot.first(kNewestSince, {key, kind, since, skipped},
                          [](const db::Row& row) { return row.time(0); });
}

std::optional<Timestamp> oldest_due(db::Snapshot& snapshot) {
    std::optional<Timestamp> oldest;
    for (const std::int64_t lane : kLanes) {
        const auto found = snapshot.first(oldest_due_statement(), {lane, snapshot.now},
                                          [](const db::Row& row) { return row.time(0); });
        if (found && (!oldest || *found < *oldest)) oldest = found;
    }
    return oldest;
}

std::vector<StoredMail> claim(db::Tx& tx, const Claimant& by, Timestamp until, std::int64_t limit) {
    std::vector<StoredMail> claimed;
    for (const std::int64_t lane : kLanes) {
        const std::int64_t room = limit - std::ssize(claimed);
        if (room <= 0) break;
        std::ranges::move(tx.all(due_statement(), {lane, tx.now, room}, mail_from),
                          std::back_inserter(claimed));
    }
    for (StoredMail& each : claimed) {
        tx.enqueue(kLease, {each.company, each.id, until, by.holder, by.domain});
        if (!each.message_domain) each.message_domain = by.domain;
    }
    return claimed;
}

void sent(db::Tx& tx, const StoredMail& mail, std::string_view holder) {
    tx.enqueue(kSent, {mail.company, mail.id, holder, mail.attempts, tx.now});
}

void postpone(db::Tx& tx, const StoredMail& mail, std::string_view holder, Timestamp until,
              std::string_view failure) {
    tx.enqueue(kPostpone, {mail.company, mail.id, holder, mail.attempts, until, failure});
}

void fail(db::Tx& tx, const StoredMail& mail, std::string_view holder, std::string_view failure) {
    tx.enqueue(kFail, {mail.company, mail.id, holder, mail.attempts, tx.now, failure});
}

void release_all(db::Tx& tx, std::string_view holder) {
    tx.enqueue(kReleaseAll, {holder, tx.now});
}

std::vector<StoredMail> list(db::Snapshot& snapshot, const std::optional<Status>& status,
                             std::int64_t limit) {
    if (status) return snapshot.all(kListOf, {*status, limit}, mail_from);
    return snapshot.all(kList, {limit}, mail_from);
}

std::optional<StoredMail> find(db::Snapshot& snapshot, const MailId& id) {
    return snapshot.first(kFind, {id}, mail_from);
}

bool retry(db::Tx& tx, const MailId& id) {
    return tx.execute(kRetry, {id, tx.now}) > 0;
}

std::vector<StoredMail> newest(db::Snapshot& snapshot, std::int64_t limit) {
    return snapshot.all(kNewest, {limit}, mail_from);
}

std::vector<SealedLink> sealed_links(db::Snapshot& snapshot, std::int64_t limit) {
    return snapshot.all(kSealedLinks, {limit}, [](const db::Row& row) {
        return SealedLink{.mail = row.id<MailId>(0), .sealed_link = row.string(1)};
    });
}

void remove_unsent(db::Tx& tx, const MailId& id) {
    tx.enqueue(kRemoveUnsent, {id});
}

std::vector<MailId> list_retriable(db::Snapshot& snapshot) {
    return snapshot.all(kListRetriable, {snapshot.now}, [](const db::Row& row) { return row.id<MailId>(0); });
}

void erase_recipient(db::Tx& tx, Kind kind, std::string_view to, Timestamp counted_since) {
    const std::string key = key_of(tx.company(), to);
    tx.execute(kRemoveTo, {key, kind, counted_since, tx.now});
    tx.execute(kEraseRecipient, {key, kind});
}

bool forget(db::Tx& tx, Timestamp before, std::int64_t limit) {
    const bool more_finished = tx.execute(kForget, {before, limit}) == limit;
    return tx.execute(kForgetUnsent, {before, limit}) == limit || more_finished;
}

}  // namespace callboard::mail::store
