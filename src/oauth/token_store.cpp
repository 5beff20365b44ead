#include "oauth/token_store.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/encoding.h"
#include "base/id_source.h"

namespace callboard::oauth::store {
namespace {

constexpr db::GlobalSql kInsertCode{"code_insert", R"sql(
    INSERT INTO authorization_code (code_hash, company_id, user_id, application_id, redirect_uri, code_challenge, scopes,
                                    expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8))sql"};

constexpr db::GlobalSql kFindCode{"code_find", R"sql(
    SELECT c.company_id, c.user_id, c.application_id, c.redirect_uri, c.code_challenge, c.scopes, c.expires_at, c.used_at,
           c.chain_id, u.state, a.scopes
    FROM authorization_code c
    JOIN user_account u ON u.company_id = c.company_id AND u.id = c.user_id
    JOIN application a ON a.id = c.application_id
    WHERE c.code_hash = $1)sql"};

constexpr db::GlobalSql kSpendCode{"code_spend", R"sql(
    UPDATE authorization_code SET used_at = $2, chain_id = $3 WHERE code_hash = $1 AND used_at IS NULL)sql"};

constexpr db::GlobalSql kInsertPair{"token_pair_insert", R"sql(
    INSERT INTO token_pair (id, chain_id, access_hash, access_scopes, access_expires_at, refresh_hash, scopes,
                            refresh_expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8))sql"};

constexpr db::GlobalSql kFindRefresh{"refresh_token_find", R"sql(
    SELECT h.company_id, h.user_id, h.application_id, h.id, h.expires_at, p.scopes, p.refresh_expires_at,
           p.refresh_used_at, u.state, a.scopes
    FROM token_pair p
    JOIN token_chain h ON h.id = p.chain_id
    JOIN application a ON a.id = h.application_id
    JOIN user_account u ON u.company_id = h.company_id AND u.id = h.user_id
    WHERE p.id = $1 AND p.refresh_hash = $2)sql"};

constexpr db::GlobalSql kSpendRefresh{"refresh_token_spend", R"sql(
    UPDATE token_pair SET refresh_used_at = $2 WHERE id = $1 AND refresh_used_at IS NULL)sql"};

constexpr db::GlobalSql kInsertProgramToken{"program_token_insert", R"sql(
    INSERT INTO program_token (id, credential_id, token_hash, scopes, expires_at) VALUES ($1, $2, $3, $4, $5))sql"};

constexpr db::GlobalSql kFindBearer{"access_token_bearer", R"sql(
    SELECT u.company_id, u.id, u.role, COALESCE(p.access_scopes, p.scopes), p.access_expires_at, a.id, a.scopes
    FROM token_pair p
    JOIN token_chain h ON h.id = p.chain_id
    JOIN application a ON a.id = h.application_id
    JOIN user_account u ON u.company_id = h.company_id AND u.id = h.user_id
    WHERE p.id = $1 AND p.access_hash = $2 AND p.access_expires_at > $3 AND a.revoked_at IS NULL
      AND u.state = 'ACTIVE')sql"};

constexpr db::GlobalSql kFindProgram{"program_token_bearer", R"sql(
    SELECT u.company_id, u.id, u.role, t.scopes, t.expires_at, c.id
    FROM program_token t
    JOIN client_credential c ON c.id = t.credential_id
    JOIN user_account u ON u.company_id = c.company_id AND u.id = c.user_id
    WHERE t.id = $1 AND t.token_hash = $2 AND t.expires_at > $3 AND c.revoked_at IS NULL
      AND u.state = 'ACTIVE')sql"};

constexpr db::GlobalSql kExpiredToken{"access_token_expired", R"sql(
    SELECT 1 FROM token_pair WHERE id = $1 AND access_hash = $2 AND access_expires_at <= $3
    UNION ALL
    SELECT 1 FROM program_token WHERE id = $1 AND token_hash = $2 AND expires_at <= $3)sql"};

constexpr db::GlobalSql kChainOf{"token_pair_chain", R"sql(
    SELECT h.company_id, h.user_id, h.application_id, h.id
    FROM token_pair p JOIN token_chain h ON h.id = p.chain_id
    WHERE p.id = $1 AND $2 IN (p.access_hash, p.refresh_hash))sql"};

constexpr db::GlobalSql kDeleteProgramToken{"program_token_delete", R"sql(
    DELETE FROM program_token WHERE id = $1 AND token_hash = $2 AND credential_id = $3)sql"};

// Deleted in small batches to keep transactions short. Used codes are kept as long as tokens issued for them
// may live, for reuse detection.
constexpr std::int64_t kBatchSize = 200;
constexpr db::GlobalSql kExpirePairs{"token_pair_expire", R"sql(
    DELETE FROM token_pair WHERE id IN (SELECT id FROM token_pair WHERE id < $1 ORDER BY id LIMIT $2))sql"};
constexpr db::GlobalSql kExpireProgramTokens{"program_token_expire", R"sql(
    DELETE FROM program_token WHERE id IN (SELECT id FROM program_token WHERE id < $1 ORDER BY id LIMIT $2))sql"};
constexpr db::GlobalSql kExpireUnusedCodes{"code_expire_unused", R"sql(
    DELETE FROM authorization_code WHERE code_hash IN
        (SELECT code_hash FROM authorization_code WHERE expires_at <= $1 AND used_at IS NULL
         ORDER BY expires_at LIMIT $2))sql"};
constexpr db::GlobalSql kExpireUsedCodes{"code_expire_used", R"sql(
    DELETE FROM authorization_code WHERE code_hash IN
        (SELECT code_hash FROM authorization_code WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};
constexpr db::GlobalSql kExpireChains{"token_chain_expire", R"sql(
    DELETE FROM token_chain WHERE id IN
        (SELECT id FROM token_chain WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};

Grant grant_from(const db::Row& row) {
    return {
        .company = row.id<CompanyId>(0), .user = row.id<UserId>(1), .application = row.id<ApplicationId>(2)};
}

struct FoundScopes {
    ScopeSet left;
    bool lost_some;
};

FoundScopes scopes_from(const db::Row& row, int granted, int registered) {
    FoundScopes found{.left = read_scopes(row.text(granted)).known, .lost_some = false};
    const ScopeSet available = read_scopes(row.text(registered)).known;
    if (available.includes(found.left)) return found;
    ScopeSet both;
    for (const ScopePrompt& each : kScopes)
        if (found.left.contains(each.scope) && available.contains(each.scope)) both.insert(each.scope);
    return {.left = both, .lost_some = true};
}

AuthorizationCode code_from(const db::Row& row) {
    const FoundScopes scopes = scopes_from(row, 5, 10);
    return {.grant = grant_from(row),
            .redirect_uri = row.string(3),
            .challenge = row.optional_string(4),
            .scopes = scopes.left,
            .lost_scopes = scopes.lost_some,
            .expires_at = row.time(6),
            .used_at = row.optional_time(7),
            .chain = row.optional_id<ChainId>(8),
            .user_is_active = row.text(9) == "ACTIVE"};
}

RefreshToken refresh_token_from(const db::Row& row) {
    const FoundScopes scopes = scopes_from(row, 5, 9);
    return {.grant = grant_from(row),
            .chain = row.id<ChainId>(3),
            .chain_expires_at = row.time(4),
            .scopes = scopes.left,
            .lost_scopes = scopes.lost_some,
            .expires_at = row.time(6),
            .used_at = row.optional_time(7),
            .user_is_active = row.text(8) == "ACTIVE"};
}

Bearer bearer_from(const db::Row& row, const ScopeSet& scopes) {
    return {.company = row.id<CompanyId>(0),
            .user = row.id<UserId>(1),
            .role = row.member<accounts::Role>(2),
            .scopes = scopes,
            .expires_at = row.time(4),
            .client = row.string(5)};
}

Bearer user_from(const db::Row& row) {
    return bearer_from(row, scopes_from(row, 3, 6).left);
}

Bearer program_from(const db::Row& row) {
    return bearer_from(row, read_scopes(row.text(3)).known);
}

OwnedChain chain_from(const db::Row& row) {
    return {.grant = grant_from(row), .chain = row.id<ChainId>(3)};
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

void insert_pair(db::Tx& tx, const TokenPair& pair) {
    const std::string access = to_hex(pair.access_hash);
    const std::string refresh = to_hex(pair.refresh_hash);
    const std::string scopes = to_text(pair.scopes);
    std::optional<std::string> fewer;
    if (pair.access_scopes != pair.scopes) fewer = to_text(pair.access_scopes);
    tx.enqueue(kInsertPair, {pair.id, pair.chain, access, fewer, tx.now + kAccessTokenLife, refresh, scopes,
                             tx.now + kRefreshTokenLife});
}

std::optional<RefreshToken> find_refresh_token(db::Snapshot& snapshot, const TokenKey& token) {
    const std::string hash = to_hex(token.hash);
    return snapshot.first(kFindRefresh, {token.id, hash}, refresh_token_from);
}

bool spend_refresh_token(db::Tx& tx, const TokenId& id) {
    return tx.execute(kSpendRefresh, {id, tx.now}) == 1;
}

void insert_program_token(db::Tx& tx, const TokenId& id, const Sha256& hash, const CredentialId& credential,
                          const ScopeSet& scopes) {
    const std::string key = to_hex(hash);
    const std::string names = to_text(scopes);
    tx.execute(kInsertProgramToken, {id, credential, key, names, tx.now + kAccessTokenLife});
}

std::optional<Bearer> find_bearer(db::Snapshot& snapshot, const TokenKey& token) {
    const std::string hash = to_hex(token.hash);
    auto found = snapshot.first(kFindBearer, {token.id, hash, snapshot.now}, user_from);
    return found ? found : snapshot.first(kFindProgram, {token.id, hash, snapshot.now}, program_from);
}

bool has_expired(db::Snapshot& snapshot, const TokenKey& token) {
    const std::string hash = to_hex(token.hash);
    return snapshot.first(kExpiredToken, {token.id, hash, snapshot.now}, [](const db::Row&) { return true; })
        .has_value();
}

std::optional<OwnedChain> chain_of(db::Snapshot& snapshot, const TokenKey& token) {
    const std::string hash = to_hex(token.hash);
    return snapshot.first(kChainOf, {token.id, hash}, chain_from);
}

bool delete_program_token(db::Tx& tx, const TokenKey& token, const CredentialId& credential) {
    const std::string hash = to_hex(token.hash);
    return tx.execute(kDeleteProgramToken, {token.id, hash, credential}) == 1;
}

bool delete_expired(db::Tx& tx) {
    const Timestamp long_ago = tx.now - kRefreshTokenLife;
    // The time in an id is never before that of its token, so smaller ids belong to expired tokens.
    const std::string oldest_pair = first_uuid_of(long_ago);
    const std::string oldest_program_token = first_uuid_of(tx.now - kAccessTokenLife);
    const std::array deleted{tx.execute(kExpirePairs, {oldest_pair, kBatchSize}),
                             tx.execute(kExpireProgramTokens, {oldest_program_token, kBatchSize}),
                             tx.execute(kExpireUnusedCodes, {tx.now, kBatchSize}),
                             tx.execute(kExpireUsedCodes, {long_ago, kBatchSize}),
                             tx.execute(kExpireChains, {tx.now, kBatchSize})};
    return std::ranges::find(deleted, kBatchSize) != deleted.end();
}

}  // namespace callboard::oauth::store
