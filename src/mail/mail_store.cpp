#include "mail/mail_store.h"

namespace callboard::mail::store {
namespace {

#define COLUMNS                                                                                                   \
    "company_id, id, kind, recipient, language, contents, sealed_link, status, attempts, due_at, failure, created_at, " \
    "finished_at"

constexpr db::Sql kInsert{"mail_insert", R"sql(
    INSERT INTO mail (company_id, id, kind, recipient, language, contents, sealed_link, status, attempts, due_at,
                      lease_token, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'PENDING', 0, $8, '', $8))sql"};

constexpr db::GlobalSql kHasDue{"mail_has_due", R"sql(
    SELECT count(*) FROM (SELECT 1 FROM mail WHERE status = 'PENDING' AND due_at <= $1 LIMIT 1) AS due)sql"};

constexpr db::GlobalSql kDue{"mail_due", "SELECT " COLUMNS R"sql( FROM mail
    WHERE status = 'PENDING' AND due_at <= $1 ORDER BY due_at, id LIMIT $2 /*skip locked*/)sql"};

constexpr db::GlobalSql kLease{"mail_lease", R"sql(
    UPDATE mail SET due_at = $3, lease_token = $4 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::GlobalSql kSent{"mail_sent", R"sql(
    UPDATE mail SET status = 'SENT', attempts = attempts + 1, contents = '', sealed_link = NULL, failure = NULL,
                    finished_at = $4, lease_token = ''
    WHERE company_id = $1 AND id = $2 AND lease_token = $3)sql"};

constexpr db::GlobalSql kPostpone{"mail_postpone", R"sql(
    UPDATE mail SET attempts = attempts + 1, due_at = $4, failure = $5, lease_token = ''
    WHERE company_id = $1 AND id = $2 AND lease_token = $3)sql"};

constexpr db::GlobalSql kFail{"mail_fail", R"sql(
    UPDATE mail SET status = 'FAILED', attempts = attempts + 1, failure = $5, finished_at = $4, lease_token = ''
    WHERE company_id = $1 AND id = $2 AND lease_token = $3)sql"};

constexpr db::GlobalSql kReleaseAll{"mail_release_all", R"sql(
    UPDATE mail SET due_at = $2, lease_token = '' WHERE status = 'PENDING' AND lease_token = $1)sql"};

constexpr db::GlobalSql kList{"mail_list", "SELECT " COLUMNS R"sql( FROM mail
    WHERE id < $1 ORDER BY id DESC LIMIT $2)sql"};

constexpr db::GlobalSql kListOf{"mail_list_of", "SELECT " COLUMNS R"sql( FROM mail
    WHERE status = $3 AND id < $1 ORDER BY id DESC LIMIT $2)sql"};

constexpr db::GlobalSql kFind{"mail_find", "SELECT " COLUMNS " FROM mail WHERE id = $1"};

constexpr db::Sql kNewest{"mail_newest", "SELECT " COLUMNS R"sql( FROM mail
    WHERE company_id = $1 ORDER BY id DESC LIMIT $2)sql"};

constexpr db::Sql kRemoveUnsent{"mail_remove_unsent", R"sql(
    DELETE FROM mail WHERE company_id = $1 AND id = $2 AND status <> 'SENT')sql"};

constexpr db::GlobalSql kRetry{"mail_retry", R"sql(
    UPDATE mail SET status = 'PENDING', attempts = 0, due_at = $2, finished_at = NULL
    WHERE id = $1 AND status = 'FAILED')sql"};

constexpr db::GlobalSql kForget{"mail_forget", R"sql(
    DELETE FROM mail WHERE id IN (SELECT id FROM mail WHERE finished_at < $1 ORDER BY finished_at LIMIT $2))sql"};

#undef COLUMNS

StoredMail mail_from(const db::Row& row) {
    return {.company = row.id<CompanyId>(0),
            .id = row.id<MailId>(1),
            .kind = row.member<Kind>(2),
            .to = row.string(3),
            .language = row.string(4),
            .values = row.string(5),
            .sealed_link = row.optional_string(6),
            .status = row.member<Status>(7),
            .attempts = row.integer(8),
            .due_at = row.time(9),
            .failure = row.optional_string(10),
            .created_at = row.time(11),
            .finished_at = row.optional_time(12)};
}

}  // namespace

void insert(db::Tx& tx, const MailId& id, const Mail& mail, const std::optional<std::string>& sealed_link) {
    tx.enqueue(kInsert, {id, mail.kind, mail.to, mail.language, wire::to_json(mail.values), sealed_link, tx.now});
}

bool has_due(db::Snapshot& snapshot) {
    return snapshot.number(kHasDue, {snapshot.now}) > 0;
}

std::vector<StoredMail> claim(db::Tx& tx, std::string_view token, Timestamp until, std::int64_t limit) {
    auto due = tx.all(kDue, {tx.now, limit}, mail_from);
    for (const StoredMail& each : due) tx.enqueue(kLease, {each.company, each.id, until, token});
    return due;
}

void sent(db::Tx& tx, const StoredMail& mail, std::string_view token) {
    tx.enqueue(kSent, {mail.company, mail.id, token, tx.now});
}

void postpone(db::Tx& tx, const StoredMail& mail, std::string_view token, Timestamp until,
              std::string_view failure) {
    tx.enqueue(kPostpone, {mail.company, mail.id, token, until, failure});
}

void fail(db::Tx& tx, const StoredMail& mail, std::string_view token, std::string_view failure) {
    tx.enqueue(kFail, {mail.company, mail.id, token, tx.now, failure});
}

void release_all(db::Tx& tx, std::string_view token) {
    tx.enqueue(kReleaseAll, {token, tx.now});
}

std::vector<StoredMail> list(db::Snapshot& snapshot, const std::optional<Status>& status,
                             const std::optional<MailId>& before, std::int64_t limit) {
    const std::string_view end = before ? before->text() : std::string_view{"g"};  // ids are hexadecimal
    if (status) return snapshot.all(kListOf, {end, limit, *status}, mail_from);
    return snapshot.all(kList, {end, limit}, mail_from);
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

void remove_unsent(db::Tx& tx, const MailId& id) {
    tx.enqueue(kRemoveUnsent, {id});
}

std::int64_t forget(db::Tx& tx, Timestamp before, std::int64_t limit) {
    return tx.execute(kForget, {before, limit});
}

}  // namespace callboard::mail::store
