// Whether the secrets key opens what is sealed in the database.
#pragma once

#include <cstdint>

#include "base/seal.h"
#include "db/db.h"

namespace callboard::webhooks {

struct SealedSecrets {
    std::int64_t examined = 0;  // a sample of keys and credentials of subscriptions
    std::int64_t unreadable = 0;
};

SealedSecrets examine_sealed_secrets(db::Snapshot& snapshot, const Seal& seal);

// Is there anything that needs the key?
bool has_sealed_secrets(db::Snapshot& snapshot);

}  // namespace callboard::webhooks
