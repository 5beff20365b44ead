#include "accounts/session_store.h"

#include <iterator>
#include <utility>

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::GlobalSql kInsert{"session_insert", R"sql(
    INSERT INTO browser_session (session_hash, company_id, user_id, created_at, expires_at, address, user_agent,
                                 authentication)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8))sql"};

constexpr std::int64_t kPageSize = 100;
constexpr db::GlobalSql kList{"session_list", R"sql(
    SELECT session_hash, address, user_agent, created_at, authentication FROM browser_session
    WHERE company_id = $1 AND user_id = $2 AND expires_at > $3
    ORDER BY created_at DESC, session_hash LIMIT $4 OFFSET $5)sql"};

constexpr db::GlobalSql kDelete{"session_delete", R"sql(
    DELETE FROM browser_session WHERE company_id = $1 AND user_id = $2 AND session_hash = $3)sql"};

constexpr db::GlobalSql kFind{"session_find", R"sql(
    SELECT u.company_id, c.name, u.id, u.email, u.first_name, u.last_name, s.authentication
    FROM browser_session s
    JOIN user_account u ON u.company_id = s.company_id AND u.id = s.user_id
    JOIN company c ON c.id = u.company_id
    WHERE s.session_hash = $1 AND s.expires_at > $2 AND u.state = 'ACTIVE')sql"};

constexpr db::GlobalSql kFindHolder{"session_holder", R"sql(
    SELECT s.company_id, s.user_id, u.role, s.expires_at
    FROM browser_session s JOIN user_account u ON u.company_id = s.company_id AND u.id = s.user_id
    WHERE s.session_hash = $1 AND s.expires_at > $2 AND u.state = 'ACTIVE')sql"};

constexpr db::GlobalSql kDeleteOthers{"session_delete_others", R"sql(
    DELETE FROM browser_session WHERE company_id = $1 AND user_id = $2 AND session_hash <> $3)sql"};

constexpr db::GlobalSql kDeleteAll{"session_delete_all", R"sql(
    DELETE FROM browser_session WHERE company_id = $1 AND user_id = $2)sql"};

// The others were exchanged for tokens of a chain, or have expired.
constexpr db::Sql kDeleteUnusedCodes{"code_delete_of_user", R"sql(
    DELETE FROM authorization_code
    WHERE company_id = $1 AND user_id = $2 AND used_at IS NULL AND expires_at > $3)sql"};

constexpr std::int64_t kBatchSize = 200;
constexpr db::GlobalSql kExpire{"session_expire", R"sql(
    DELETE FROM browser_session WHERE session_hash IN
        (SELECT session_hash FROM browser_session WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};

}  // namespace

void insert_session(db::Tx& tx, const Sha256& hash, const CompanyId& company, const UserId& user,
                    const SessionOrigin& origin) {
    const std::string key = to_hex(hash);
    tx.execute(kInsert, {key, company, user, tx.now, tx.now + kSessionLife, origin.address, origin.user_agent,
                         origin.authentication});
}

SessionPage list_sessions(db::Snapshot& snapshot, const CompanyId& company, const UserId& user,
                          std::int64_t page) {
    // One more, to detect a next page.
    auto sessions = snapshot.all(
        kList, {company, user, snapshot.now, kPageSize + 1, page * kPageSize}, [](const db::Row& row) {
            return ListedSession{.id = row.string(0),
                                 .origin = {.address = row.string(1),
                                            .user_agent = row.string(2),
                                            .authentication = row.member<Authentication>(4)},
                                 .began_at = row.time(3)};
        });
    const bool is_last = std::ssize(sessions) <= kPageSize;
    if (!is_last) sessions.pop_back();
    return {.sessions = std::move(sessions), .is_last = is_last};
}

std::optional<SignedIn> find_session(db::Snapshot& snapshot, const Sha256& hash) {
    const std::string key = to_hex(hash);
    return snapshot.first(kFind, {key, snapshot.now}, [](const db::Row& row) {
        return SignedIn{.company = row.id<CompanyId>(0),
                        .company_name = row.string(1),
                        .user = row.id<UserId>(2),
                        .email = row.string(3),
                        .first_name = row.string(4),
                        .last_name = row.string(5),
                        .authentication = row.member<Authentication>(6)};
    });
}

std::optional<SessionHolder> find_session_holder(db::Snapshot& snapshot, const Sha256& hash) {
    const std::string key = to_hex(hash);
    return snapshot.first(kFindHolder, {key, snapshot.now}, [](const db::Row& row) {
        return SessionHolder{.company = row.id<CompanyId>(0),
                             .user = row.id<UserId>(1),
                             .role = row.member<Role>(2),
                             .expires_at = row.time(3)};
    });
}

bool delete_session(db::Tx& tx, const CompanyId& company, const UserId& user, std::string_view id) {
    return tx.execute(kDelete, {company, user, id}) == 1;
}

bool delete_other_sessions(db::Tx& tx, const CompanyId& company, const UserId& user, const Sha256& except) {
    const std::string key = to_hex(except);
    return tx.execute(kDeleteOthers, {company, user, key}) > 0;
}

void delete_sessions(db::Tx& tx, const CompanyId& company, const UserId& user) {
    tx.execute(kDeleteAll, {company, user});
}

void delete_unused_codes(db::Tx& tx, const UserId& user) {
    tx.execute(kDeleteUnusedCodes, {user, tx.now});
}

bool delete_expired_sessions(db::Tx& tx) {
    return tx.execute(kExpire, {tx.now, kBatchSize}) == kBatchSize;
}

}  // namespace callboard::accounts::store
