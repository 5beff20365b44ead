// Grants of users to applications, and their token chains.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/db.h"
#include "oauth/token.h"

namespace callboard::oauth::store {

// --- token chains

void insert_chain(db::Tx& tx, const ChainId& id, const Grant& grant);
void prolong_chain(db::Tx& tx, const ChainId& id);  // for a new token in it
bool delete_chain(db::Tx& tx, const ChainId& id);   // with all its tokens; false if there was none
// Whether the grant has an unexpired chain.
bool has_chain(db::Snapshot& snapshot, const Grant& grant);

// --- grants

struct Connection {
    ApplicationId application;
    std::string application_name;
    ScopeSet scopes;
    Timestamp first_used_at;
    Timestamp last_used_at;
};

std::optional<ScopeSet> allowed_scopes(db::Snapshot& snapshot, const Grant& grant);
void allow(db::Tx& tx, const Grant& grant, const ScopeSet& scopes);
void record_use(db::Tx& tx, const Grant& grant);

std::vector<Connection> connections_of(db::Snapshot& snapshot, const CompanyId& company, const UserId& user);

// The users of the snapshot's company who authorized an application, by their id, starting after the given
// one.
struct ConnectedUser {
    UserId user;
    std::string first_name;
    std::string last_name;
    std::string email;
    ScopeSet scopes;
    Timestamp first_used_at;
    Timestamp last_used_at;
};
std::vector<ConnectedUser> connected_users(db::Snapshot& snapshot, const ApplicationId& application,
                                           const std::optional<UserId>& after, std::int64_t limit);

// How many users of the snapshot's company each application has.
struct ConnectionCount {
    ApplicationId application;
    std::int64_t users = 0;
    Timestamp last_used_at;
};
std::vector<ConnectionCount> count_connections(db::Snapshot& snapshot);

// Deletes the grant with all its tokens. Returns false if there was none.
bool delete_grant(db::Tx& tx, const Grant& grant);
// All tokens and unused codes of a user of the company of the transaction. The grants stay.
void delete_tokens_of(db::Tx& tx, const UserId& user);
void delete_grants_of(db::Tx& tx, const ApplicationId& application);
// Those of users of the company of the transaction.
void delete_own_grants_of(db::Tx& tx, const ApplicationId& application);

// Whose users have authorized the application.
std::vector<CompanyId> companies_connected_to(db::Snapshot& snapshot, const ApplicationId& application);

}  // namespace callboard::oauth::store
