#include "accounts/password_link_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr std::int64_t kBatchSize = 500;

constexpr db::Sql kInsert{"password_link_insert", R"sql(
    INSERT INTO password_link (company_id, token_hash, user_id, purpose, replaces, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7))sql"};

constexpr db::GlobalSql kFind{"password_link_find", R"sql(
    SELECT company_id, user_id, purpose, replaces FROM password_link WHERE token_hash = $1 AND expires_at > $2)sql"};

constexpr db::Sql kCountSince{"password_link_count_since", R"sql(
    SELECT count(*) FROM password_link WHERE company_id = $1 AND user_id = $2 AND created_at > $3)sql"};

constexpr db::Sql kDeleteOfUser{"password_link_delete_of_user", R"sql(
    DELETE FROM password_link WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::GlobalSql kDeleteExpired{"password_link_delete_expired", R"sql(
    DELETE FROM password_link WHERE token_hash IN
        (SELECT token_hash FROM password_link WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};

}  // namespace

void insert_link(db::Tx& tx, const Sha256& token, const PasswordLink& link, Timestamp expires_at) {
    tx.enqueue(kInsert, {to_hex(token), link.user, link.purpose, link.replaces, tx.now, expires_at});
}

std::optional<PasswordLink> find_link(db::Snapshot& snapshot, const Sha256& token) {
    return snapshot.first(kFind, {to_hex(token), snapshot.now}, [](const db::Row& row) {
        return PasswordLink{.company = row.id<CompanyId>(0),
                            .user = row.id<UserId>(1),
                            .purpose = row.member<LinkPurpose>(2),
                            .replaces = row.string(3)};
    });
}

std::int64_t count_links_since(db::Snapshot& snapshot, const UserId& user, Timestamp since) {
    return snapshot.number(kCountSince, {user, since});
}

void delete_links(db::Tx& tx, const UserId& user) {
    tx.execute(kDeleteOfUser, {user});
}

bool delete_expired_links(db::Tx& tx) {
    return tx.execute(kDeleteExpired, {tx.now, kBatchSize}) == kBatchSize;
}

}  // namespace callboard::accounts::store
