#include "oauth/grant_store.h"

#include "accounts/session_store.h"

namespace callboard::oauth::store {
namespace {

constexpr db::GlobalSql kInsertChain{"token_chain_insert", R"sql(
    INSERT INTO token_chain (company_id, id, user_id, application_id, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::GlobalSql kProlongChain{
    "token_chain_prolong", "UPDATE token_chain SET expires_at = $2 WHERE id = $1 AND expires_at < $2"};

constexpr db::GlobalSql kDeleteChain{"token_chain_delete", "DELETE FROM token_chain WHERE id = $1"};

constexpr db::GlobalSql kHasChain{"token_chain_has", R"sql(
    SELECT 1 FROM token_chain
    WHERE company_id = $1 AND user_id = $2 AND application_id = $3 AND expires_at > $4 LIMIT 1)sql"};

constexpr db::GlobalSql kAllowed{"connection_scopes", R"sql(
    SELECT scopes FROM connected_application WHERE company_id = $1 AND user_id = $2 AND application_id = $3)sql"};

constexpr db::GlobalSql kAllow{"connection_allow", R"sql(
    INSERT INTO connected_application (company_id, user_id, application_id, scopes, first_used_at, last_used_at)
    VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (company_id, user_id, application_id)
    DO UPDATE SET scopes = excluded.scopes, last_used_at = excluded.last_used_at)sql"};

constexpr db::GlobalSql kRecordUse{"connection_used", R"sql(
    UPDATE connected_application SET last_used_at = $4
    WHERE company_id = $1 AND user_id = $2 AND application_id = $3 AND last_used_at <= $5)sql"};

constexpr db::GlobalSql kConnections{"connection_list", R"sql(
    SELECT a.id, a.name, c.scopes, c.first_used_at, c.last_used_at
    FROM connected_application c JOIN application a ON a.id = c.application_id
    WHERE c.company_id = $1 AND c.user_id = $2 ORDER BY c.first_used_at, a.id)sql"};

constexpr db::Sql kConnectedUsers{"connection_users", R"sql(
    SELECT c.user_id, u.first_name, u.last_name, u.email, c.scopes, c.first_used_at, c.last_used_at
    FROM connected_application c JOIN user_account u ON u.company_id = c.company_id AND u.id = c.user_id
    WHERE c.company_id = $1 AND c.application_id = $2 AND c.user_id > $3 ORDER BY c.user_id LIMIT $4)sql"};

constexpr db::Sql kCountConnections{"connection_count", R"sql(
    SELECT application_id, count(*), max(last_used_at) FROM connected_application
    WHERE company_id = $1 GROUP BY application_id)sql"};

constexpr db::GlobalSql kDeleteConnection{"connection_delete", R"sql(
    DELETE FROM connected_application WHERE company_id = $1 AND user_id = $2 AND application_id = $3)sql"};

constexpr db::GlobalSql kDeleteChains{"token_chain_delete_of_grant", R"sql(
    DELETE FROM token_chain WHERE company_id = $1 AND user_id = $2 AND application_id = $3)sql"};

constexpr db::GlobalSql kDeleteCodes{"code_delete_of_grant", R"sql(
    DELETE FROM authorization_code WHERE company_id = $1 AND user_id = $2 AND application_id = $3)sql"};

constexpr db::Sql kDeleteChainsOfUser{"token_chain_delete_of_user", R"sql(
    DELETE FROM token_chain WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::GlobalSql kDeleteAllConnections{"connection_delete_all",
                                              "DELETE FROM connected_application WHERE application_id = $1"};
constexpr db::GlobalSql kDeleteAllChains{"token_chain_delete_all",
                                         "DELETE FROM token_chain WHERE application_id = $1"};
constexpr db::GlobalSql kDeleteAllCodes{"code_delete_all",
                                        "DELETE FROM authorization_code WHERE application_id = $1"};

constexpr db::Sql kDeleteOwnConnections{"connection_delete_own", R"sql(
    DELETE FROM connected_application WHERE company_id = $1 AND application_id = $2)sql"};
constexpr db::Sql kDeleteOwnChains{"token_chain_delete_own", R"sql(
    DELETE FROM token_chain WHERE company_id = $1 AND application_id = $2)sql"};
constexpr db::Sql kDeleteOwnCodes{"code_delete_own", R"sql(
    DELETE FROM authorization_code WHERE company_id = $1 AND application_id = $2)sql"};

constexpr db::GlobalSql kConnectedCompanies{"connection_companies", R"sql(
    SELECT DISTINCT company_id FROM connected_application WHERE application_id = $1 ORDER BY company_id)sql"};

// One day longer than a new refresh token, so that a chain is updated at most once a day.
Timestamp chain_expiry(Timestamp now) {
    return now + kRefreshTokenLife + std::chrono::days{1};
}

}  // namespace

void insert_chain(db::Tx& tx, const ChainId& id, const Grant& grant) {
    tx.enqueue(kInsertChain,
               {grant.company, id, grant.user, grant.application, tx.now, chain_expiry(tx.now)});
}

void prolong_chain(db::Tx& tx, const ChainId& id) {
    tx.enqueue(kProlongChain, {id, chain_expiry(tx.now)});
}

bool delete_chain(db::Tx& tx, const ChainId& id) {
    return tx.execute(kDeleteChain, {id}) == 1;
}

bool has_chain(db::Snapshot& snapshot, const Grant& grant) {
    return snapshot.number(kHasChain, {grant.company, grant.user, grant.application, snapshot.now}) == 1;
}

std::optional<ScopeSet> allowed_scopes(db::Snapshot& snapshot, const Grant& grant) {
    return snapshot.first(kAllowed, {grant.company, grant.user, grant.application},
                          [](const db::Row& row) { return read_scopes(row.string(0)).known; });
}

void allow(db::Tx& tx, const Grant& grant, const ScopeSet& scopes) {
    const std::string names = to_text(scopes);
    tx.execute(kAllow, {grant.company, grant.user, grant.application, names, tx.now});
}

void record_use(db::Tx& tx, const Grant& grant) {
    tx.enqueue(kRecordUse,
               {grant.company, grant.user, grant.application, tx.now, tx.now - kUseRecordInterval});
}

std::vector<Connection> connections_of(db::Snapshot& snapshot, const CompanyId& company, const UserId& user) {
    return snapshot.all(kConnections, {company, user}, [](const db::Row& row) {
        return Connection{.application = row.id<ApplicationId>(0),
                          .application_name = row.string(1),
                          .scopes = read_scopes(row.string(2)).known,
                          .first_used_at = row.time(3),
                          .last_used_at = row.time(4)};
    });
}

std::vector<ConnectedUser> connected_users(db::Snapshot& snapshot, const ApplicationId& application,
                                           const std::optional<UserId>& after, std::int64_t limit) {
    const std::string_view start = after ? after->text() : std::string_view{};
    return snapshot.all(kConnectedUsers, {application, start, limit}, [](const db::Row& row) {
        return ConnectedUser{.user = row.id<UserId>(0),
                             .first_name = row.string(1),
                             .last_name = row.string(2),
                             .email = row.string(3),
                             .scopes = read_scopes(row.string(4)).known,
                             .first_used_at = row.time(5),
                             .last_used_at = row.time(6)};
    });
}

std::vector<ConnectionCount> count_connections(db::Snapshot& snapshot) {
    return snapshot.all(kCountConnections, {}, [](const db::Row& row) {
        return ConnectionCount{
            .application = row.id<ApplicationId>(0), .users = row.integer(1), .last_used_at = row.time(2)};
    });
}

bool delete_grant(db::Tx& tx, const Grant& grant) {
    // Codes first: this waits for a concurrent exchange of one, whose new chain is then deleted too.
    tx.execute(kDeleteCodes, {grant.company, grant.user, grant.application});
    tx.execute(kDeleteChains, {grant.company, grant.user, grant.application});
    return tx.execute(kDeleteConnection, {grant.company, grant.user, grant.application}) == 1;
}

void delete_tokens_of(db::Tx& tx, const UserId& user) {
    accounts::store::delete_unused_codes(tx, user);  // first, as above
    tx.execute(kDeleteChainsOfUser, {user});
}

void delete_grants_of(db::Tx& tx, const ApplicationId& application) {
    tx.execute(kDeleteAllCodes, {application});
    tx.execute(kDeleteAllChains, {application});
    tx.execute(kDeleteAllConnections, {application});
}

void delete_own_grants_of(db::Tx& tx, const ApplicationId& application) {
    tx.execute(kDeleteOwnCodes, {application});
    tx.execute(kDeleteOwnChains, {application});
    tx.execute(kDeleteOwnConnections, {application});
}

std::vector<CompanyId> companies_connected_to(db::Snapshot& snapshot, const ApplicationId& application) {
    return snapshot.all(kConnectedCompanies, {application},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

}  // namespace callboard::oauth::store
