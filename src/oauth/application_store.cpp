#include "oauth/application_store.h"

#include <ranges>
#include <string>

#include "base/encoding.h"
#include "oauth/token.h"

namespace callboard::oauth::store {
namespace {

constexpr db::GlobalSql kInsert{"application_insert", R"sql(
    INSERT INTO application (id, name, redirect_uris, scopes, created_at, company_id, client_type)
    VALUES ($1, $2, $3, $4, $5, $6, $7))sql"};

constexpr db::GlobalSql kUpdate{"application_update", R"sql(
    UPDATE application SET name = $2, redirect_uris = $3, scopes = $4 WHERE id = $1 AND revoked_at IS NULL)sql"};

constexpr db::GlobalSql kInsertSecret{"application_secret_insert", R"sql(
    INSERT INTO application_secret (application_id, secret_hash, created_at) VALUES ($1, $2, $3))sql"};

constexpr db::GlobalSql kFind{"application_find", R"sql(
    SELECT id, name, redirect_uris, scopes, created_at, revoked_at, company_id, published_at, client_type
    FROM application WHERE id = $1 AND revoked_at IS NULL)sql"};

constexpr db::GlobalSql kList{"application_list", R"sql(
    SELECT id, name, redirect_uris, scopes, created_at, revoked_at, company_id, published_at, client_type
    FROM application ORDER BY created_at, id)sql"};

constexpr db::Sql kListOwn{"application_list_own", R"sql(
    SELECT id, name, redirect_uris, scopes, created_at, revoked_at, company_id, published_at, client_type
    FROM application WHERE company_id = $1 AND revoked_at IS NULL ORDER BY created_at, id)sql"};

constexpr db::Sql kFindOwn{"application_find_own", R"sql(
    SELECT id, name, redirect_uris, scopes, created_at, revoked_at, company_id, published_at, client_type
    FROM application WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL)sql"};

constexpr db::Sql kCountOwn{"application_count_own", R"sql(
    SELECT count(*) FROM application WHERE company_id = $1 AND revoked_at IS NULL)sql"};

constexpr db::GlobalSql kPublish{"application_publish", R"sql(
    UPDATE application SET published_at = $2
    WHERE id = $1 AND company_id IS NOT NULL AND published_at IS NULL AND revoked_at IS NULL)sql"};

constexpr db::GlobalSql kSecrets{"application_secret_list", R"sql(
    SELECT created_at, expires_at, last_used_at FROM application_secret
    WHERE application_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY created_at, secret_hash)sql"};

constexpr db::GlobalSql kFindBySecret{"application_find_by_secret", R"sql(
    SELECT a.id, a.name, a.redirect_uris, a.scopes, a.created_at, a.revoked_at, a.company_id, a.published_at,
           a.client_type, s.last_used_at
    FROM application a JOIN application_secret s ON s.application_id = a.id
    WHERE a.id = $1 AND s.secret_hash = $2 AND a.revoked_at IS NULL
      AND (s.expires_at IS NULL OR s.expires_at > $3))sql"};

constexpr db::GlobalSql kRecordUse{"application_secret_used", R"sql(
    UPDATE application_secret SET last_used_at = $3 WHERE application_id = $1 AND secret_hash = $2)sql"};

constexpr db::GlobalSql kEndOlder{"application_secret_end_older", R"sql(
    DELETE FROM application_secret WHERE application_id = $1 AND expires_at IS NOT NULL)sql"};

constexpr db::GlobalSql kExpireNewest{"application_secret_expire", R"sql(
    UPDATE application_secret SET expires_at = $2 WHERE application_id = $1 AND expires_at IS NULL)sql"};

constexpr db::GlobalSql kRevoke{"application_revoke", R"sql(
    UPDATE application SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL)sql"};

std::vector<std::string> lines(std::string_view text) {
    std::vector<std::string> found;
    for (const auto line : std::views::split(text, '\n')) found.emplace_back(std::string_view{line});
    return found;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text.append(text.empty() ? "" : "\n").append(line);
    return text;
}

Application application_from(const db::Row& row) {
    return {.id = row.id<ApplicationId>(0),
            .name = row.string(1),
            .redirect_uris = lines(row.string(2)),
            .scopes = read_scopes(row.string(3)).known,
            .created_at = row.time(4),
            .revoked_at = row.optional_time(5),
            .company = row.optional_id<CompanyId>(6),
            .published_at = row.optional_time(7),
            .type = row.member<ClientType>(8)};
}

}  // namespace

void insert(db::Tx& tx, const Application& application) {
    const std::string uris = joined(application.redirect_uris);
    const std::string scopes = to_text(application.scopes);
    tx.execute(kInsert, {application.id, application.name, uris, scopes, application.created_at,
                         application.company, application.type});
}

void update(db::Tx& tx, const Application& application) {
    const std::string uris = joined(application.redirect_uris);
    const std::string scopes = to_text(application.scopes);
    tx.execute(kUpdate, {application.id, application.name, uris, scopes});
}

void insert_secret(db::Tx& tx, const ApplicationId& application, const Sha256& secret_hash) {
    const std::string hash = to_hex(secret_hash);
    tx.execute(kInsertSecret, {application, hash, tx.now});
}

std::optional<Application> find_application(db::Snapshot& snapshot, const ApplicationId& id) {
    return snapshot.first(kFind, {id}, application_from);
}

std::vector<Application> list_applications(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, application_from);
}

std::vector<Application> own_applications(db::Snapshot& snapshot) {
    return snapshot.all(kListOwn, {}, application_from);
}

std::optional<Application> find_own_application(db::Snapshot& snapshot, const ApplicationId& id) {
    return snapshot.first(kFindOwn, {id}, application_from);
}

std::int64_t count_own_applications(db::Snapshot& snapshot) {
    return snapshot.number(kCountOwn, {});
}

std::vector<SecretRecord> secrets_of(db::Snapshot& snapshot, const ApplicationId& id) {
    return snapshot.all(kSecrets, {id, snapshot.now}, [](const db::Row& row) {
        return SecretRecord{.created_at = row.time(0),
                            .expires_at = row.optional_time(1),
                            .last_used_at = row.optional_time(2)};
    });
}

std::optional<Application> find_by_secret(db::Tx& tx, const ApplicationId& id, const Sha256& secret_hash) {
    const std::string hash = to_hex(secret_hash);
    std::optional<Timestamp> last_used;
    auto found = tx.first(kFindBySecret, {id, hash, tx.now}, [&](const db::Row& row) {
        last_used = row.optional_time(9);
        return application_from(row);
    });
    const bool note = found && (!last_used || tx.now - *last_used >= kUseRecordInterval);
    if (note) tx.enqueue(kRecordUse, {id, hash, tx.now});
    return found;
}

void expire_secrets(db::Tx& tx, const ApplicationId& id, Timestamp newest_until) {
    tx.execute(kEndOlder, {id});
    tx.execute(kExpireNewest, {id, newest_until});
}

bool publish(db::Tx& tx, const ApplicationId& id) {
    return tx.execute(kPublish, {id, tx.now}) == 1;
}

bool revoke(db::Tx& tx, const ApplicationId& id) {
    return tx.execute(kRevoke, {id, tx.now}) == 1;
}

}  // namespace callboard::oauth::store
