// All servers of a database must have the same secrets key. The database holds an identifier of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/secret.h"
#include "db/db.h"
#include "settings/settings.h"
#include "telemetry/log.h"

namespace callboard::app {

// Derived from the key with HMAC-SHA256, so that it says nothing about it.
std::string secrets_key_id(const Secret& key);

// The key of a server, which is created if the database has none yet. Throws std::runtime_error with a remedy
// if the database has another one. The first server records its key, unless there are sealed values and it
// opens none of them.
Secret require_shared_key(const settings::Settings& settings, db::Db& db, const telemetry::Log& log);

// For an operator who has lost the key: records the key of the settings instead.
struct AcceptedKey {
    bool changed = false;         // false: it was the key already, or no server has used the database
    std::int64_t unreadable = 0;  // sealed values that cannot be read with it, of a sample
    bool has_more = false;        // there may be values that are not in the sample
};
AcceptedKey accept_secrets_key(const settings::Settings& settings, db::Db& db);

}  // namespace callboard::app
