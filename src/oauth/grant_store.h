// What users have allowed applications, and the chains of tokens that came of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/db.h"
#include "oauth/token.h"

namespace callboard::oauth::store {

// --- chains

void insert_chain(db::Tx& tx, const ChainId& id, const Grant& grant);
void prolong_chain(db::Tx& tx, const ChainId& id);  // for a new token in it
bool delete_chain(db::Tx& tx, const ChainId& id);   // and every token in it; false when there was none
// Is there one that has not expired?
bool has_chain(db::Snapshot& snapshot, const Grant& grant);

// --- what was allowed

struct Connection {
    ApplicationId application;
    std::string application_name;
    ScopeSet scopes;
    Timestamp first_used_at;
    Timestamp last_used_at;
};

std::optional<ScopeSet> allowed_scopes(db::Snapshot& snapshot, const Grant& grant);
void allow(db::Tx& tx, const Grant& grant, const ScopeSet& scopes);
void note_use(db::Tx& tx, const Grant& grant);

std::vector<Connection> connections_of(db::Snapshot& snapshot, const CompanyId& company, const UserId& user);

// Forgets what was allowed, and ends every token of it. False when nothing was.
bool delete_grant(db::Tx& tx, const Grant& grant);
void delete_grants_of(db::Tx& tx, const ApplicationId& application);

}  // namespace callboard::oauth::store
