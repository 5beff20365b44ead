#include "oauth/token_store.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/encoding.h"

namespace callboard::oauth::store {
namespace {

constexpr db::GlobalSql kInsertCode{"code_insert", R"sql(
    INSERT INTO authorization_code (code_hash, company_id, user_id, application_id, redirect_uri, code_challenge, scopes,
                                    expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8))sql"};

constexpr db::GlobalSql kFindCode{"code_find", R"sql(
    SELECT c.company_id, c.user_id, c.application_id, c.redirect_uri, c.code_challenge, c.scopes, c.expires_at, c.used_at,
           c.chain_id, u.state
    FROM authorization_code c JOIN user_account u ON u.company_id = c.company_id AND u.id = c.user_id
    WHERE c.code_hash = $1)sql"};

constexpr db::GlobalSql kSpendCode{"code_spend", R"sql(
    UPDATE authorization_code SET used_at = $2, chain_id = $3 WHERE code_hash = $1 AND used_at IS NULL)sql"};

constexpr db::GlobalSql kInsertRefresh{"refresh_token_insert", R"sql(
    INSERT INTO refresh_token (token_hash, chain_id, scopes, expires_at) VALUES ($1, $2, $3, $4))sql"};

constexpr db::GlobalSql kFindRefresh{"refresh_token_find", R"sql(
    SELECT h.company_id, h.user_id, h.application_id, h.id, r.scopes, r.expires_at, r.used_at, u.state
    FROM refresh_token r
    JOIN token_chain h ON h.id = r.chain_id
    JOIN user_account u ON u.company_id = h.company_id AND u.id = h.user_id
    WHERE r.token_hash = $1)sql"};

constexpr db::GlobalSql kSpendRefresh{"refresh_token_spend", R"sql(
    UPDATE refresh_token SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL)sql"};

constexpr db::GlobalSql kInsertAccess{"access_token_insert", R"sql(
    INSERT INTO access_token (token_hash, chain_id, credential_id, scopes, expires_at) VALUES ($1, $2, $3, $4, $5))sql"};

constexpr db::GlobalSql kFindBearer{"access_token_bearer", R"sql(
    SELECT u.company_id, u.id, u.role, t.scopes, t.expires_at, COALESCE(h.application_id, c.id)
    FROM access_token t
    LEFT JOIN token_chain h ON h.id = t.chain_id
    LEFT JOIN application a ON a.id = h.application_id
    LEFT JOIN client_credential c ON c.id = t.credential_id AND c.revoked_at IS NULL
    JOIN user_account u ON u.company_id = COALESCE(h.company_id, c.company_id)
                       AND u.id = COALESCE(h.user_id, c.user_id)
    WHERE t.token_hash = $1 AND t.expires_at > $2 AND a.revoked_at IS NULL AND u.state = 'ACTIVE')sql"};

constexpr db::GlobalSql kChainOfAccess{"access_token_chain", R"sql(
    SELECT h.company_id, h.user_id, h.application_id, h.id FROM access_token t JOIN token_chain h ON h.id = t.chain_id WHERE t.token_hash = $1)sql"};

constexpr db::GlobalSql kChainOfRefresh{"refresh_token_chain", R"sql(
    SELECT h.company_id, h.user_id, h.application_id, h.id FROM refresh_token r JOIN token_chain h ON h.id = r.chain_id WHERE r.token_hash = $1)sql"};

constexpr db::GlobalSql kDeleteAccess{"access_token_delete", R"sql(
    DELETE FROM access_token WHERE token_hash = $1 AND credential_id = $2)sql"};

// Each in small bites, so that nobody waits long for the writer. A used code is remembered as long as tokens
// made from it may live, to know a thief by it.
constexpr std::int64_t kBite = 200;
constexpr db::GlobalSql kExpireAccess{"access_token_expire", R"sql(
    DELETE FROM access_token WHERE token_hash IN
        (SELECT token_hash FROM access_token WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};
constexpr db::GlobalSql kExpireRefresh{"refresh_token_expire", R"sql(
    DELETE FROM refresh_token WHERE token_hash IN
        (SELECT token_hash FROM refresh_token WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};
constexpr db::GlobalSql kExpireUnusedCodes{"code_expire_unused", R"sql(
    DELETE FROM authorization_code WHERE code_hash IN
        (SELECT code_hash FROM authorization_code WHERE expires_at <= $1 AND used_at IS NULL
         ORDER BY expires_at LIMIT $2))sql"};
constexpr db::GlobalSql kExpireUsedCodes{"code_expire_used", R"sql(
    DELETE FROM authorization_code WHERE code_hash IN
        (SELECT code_hash FROM authorization_code WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};
constexpr db::GlobalSql kExpireChains{"token_chain_expire", R"sql(
    DELETE FROM token_chain WHERE id IN
        (SELECT h.id FROM token_chain h WHERE h.created_at <= $1
         AND NOT EXISTS (SELECT 1 FROM refresh_token r WHERE r.chain_id = h.id)
         AND NOT EXISTS (SELECT 1 FROM access_token t WHERE t.chain_id = h.id) ORDER BY h.id LIMIT $2))sql"};

Grant grant_from(const db::Row& row) {
    return {
        .company = row.id<CompanyId>(0), .user = row.id<UserId>(1), .application = row.id<ApplicationId>(2)};
}

AuthorizationCode code_from(const db::Row& row) {
    return {.grant = grant_from(row),
            .redirect_uri = row.string(3),
            .challenge = row.optional_string(4),
            .scopes = read_scopes(row.string(5)).known,
            .expires_at = row.time(6),
            .used_at = row.optional_time(7),
            .chain = row.optional_id<ChainId>(8),
            .user_is_active = row.string(9) == "ACTIVE"};
}

RefreshToken refresh_token_from(const db::Row& row) {
    return {.grant = grant_from(row),
            .chain = row.id<ChainId>(3),
            .scopes = read_scopes(row.string(4)).known,
            .expires_at = row.time(5),
            .used_at = row.optional_time(6),
            .user_is_active = row.string(7) == "ACTIVE"};
}

Bearer bearer_from(const db::Row& row) {
    return {.company = row.id<CompanyId>(0),
            .user = row.id<UserId>(1),
            .role = row.member<accounts::Role>(2),
            .scopes = read_scopes(row.string(3)).known,
            .expires_at = row.time(4),
            .client = row.string(5)};
}

OwnedChain chain_from(const db::Row& row) {
    return {.grant = grant_from(row), .chain = row.id<ChainId>(3)};
}

template <class Wanted>
std::optional<Wanted> alternative(const Origin& origin) {
    const auto* const found = std::get_if<Wanted>(&origin);
    return found ? std::optional{*found} : std::nullopt;
}

}  // namespace

void insert_code(db::Tx& tx, const Sha256& hash, const AuthorizationCode& code) {
    const std::string key = to_hex(hash);
    const std::string scopes = to_text(code.scopes);
    tx.execute(kInsertCode, {key, code.grant.company, code.grant.user, code.grant.application,
                             code.redirect_uri, code.challenge, scopes, code.expires_at});
}

std::optional<AuthorizationCode> find_code(db::Snapshot& snapshot, const Sha256& hash) {
    const std::string key = to_hex(hash);
    return snapshot.first(kFindCode, {key}, code_from);
}

bool spend_code(db::Tx& tx, const Sha256& hash, const ChainId& chain) {
    const std::string key = to_hex(hash);
    return tx.execute(kSpendCode, {key, tx.now, chain}) == 1;
}

void insert_refresh_token(db::Tx& tx, const Sha256& hash, const ChainId& chain, const ScopeSet& scopes) {
    const std::string key = to_hex(hash);
    const std::string names = to_text(scopes);
    tx.enqueue(kInsertRefresh, {key, chain, names, tx.now + kRefreshTokenLife});
}

std::optional<RefreshToken> find_refresh_token(db::Snapshot& snapshot, const Sha256& hash) {
    const std::string key = to_hex(hash);
    return snapshot.first(kFindRefresh, {key}, refresh_token_from);
}

bool spend_refresh_token(db::Tx& tx, const Sha256& hash) {
    const std::string key = to_hex(hash);
    return tx.execute(kSpendRefresh, {key, tx.now}) == 1;
}

void insert_access_token(db::Tx& tx, const Sha256& hash, const Origin& origin, const ScopeSet& scopes) {
    const std::string key = to_hex(hash);
    const std::string names = to_text(scopes);
    const auto chain = alternative<ChainId>(origin);
    const auto credential = alternative<CredentialId>(origin);
    tx.enqueue(kInsertAccess, {key, chain, credential, names, tx.now + kAccessTokenLife});
}

std::optional<Bearer> find_bearer(db::Snapshot& snapshot, const Sha256& hash) {
    const std::string key = to_hex(hash);
    return snapshot.first(kFindBearer, {key, snapshot.now}, bearer_from);
}

std::optional<OwnedChain> chain_of(db::Snapshot& snapshot, const Sha256& token_hash) {
    const std::string key = to_hex(token_hash);
    auto found = snapshot.first(kChainOfRefresh, {key}, chain_from);
    return found ? found : snapshot.first(kChainOfAccess, {key}, chain_from);
}

bool delete_access_token(db::Tx& tx, const Sha256& hash, const CredentialId& credential) {
    const std::string key = to_hex(hash);
    return tx.execute(kDeleteAccess, {key, credential}) == 1;
}

bool delete_expired(db::Tx& tx) {
    const Timestamp long_ago = tx.now - kRefreshTokenLife;
    const std::array deleted{
        tx.execute(kExpireAccess, {tx.now, kBite}), tx.execute(kExpireRefresh, {tx.now, kBite}),
        tx.execute(kExpireUnusedCodes, {tx.now, kBite}), tx.execute(kExpireUsedCodes, {long_ago, kBite}),
        tx.execute(kExpireChains, {long_ago, kBite})};
    return std::ranges::find(deleted, kBite) != deleted.end();
}

}  // namespace callboard::oauth::store
