#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "db/db.h"
#include "oauth/application.h"

namespace callboard::oauth::store {

void insert(db::Tx& tx, const Application& application);
void insert_secret(db::Tx& tx, const ApplicationId& application, const Sha256& secret_hash);
void update(db::Tx& tx, const Application& application);  // its name, redirect URIs and scopes

// Without revoked ones.
std::optional<Application> find_application(db::Snapshot& snapshot, const ApplicationId& id);
std::vector<Application> list_applications(db::Snapshot& snapshot);  // including revoked ones

// Those that the company of the snapshot registered, without revoked ones.
std::vector<Application> own_applications(db::Snapshot& snapshot);
std::optional<Application> find_own_application(db::Snapshot& snapshot, const ApplicationId& id);
std::int64_t count_own_applications(db::Snapshot& snapshot);

std::vector<SecretRecord> secrets_of(db::Snapshot& snapshot, const ApplicationId& id);

// The application, if the secret is valid; records its use.
std::optional<Application> find_by_secret(db::Tx& tx, const ApplicationId& id, const Sha256& secret_hash);

// The newest secret expires at `newest_until`, all older ones at once.
void expire_secrets(db::Tx& tx, const ApplicationId& id, Timestamp newest_until);

// Returns false if it is revoked, published already, or registered by the operator.
bool publish(db::Tx& tx, const ApplicationId& id);

bool revoke(db::Tx& tx, const ApplicationId& id);

}  // namespace callboard::oauth::store
