// Checks that the secrets key can decrypt the sealed values in the database.
#pragma once

#include <cstdint>

#include "base/seal.h"
#include "db/db.h"

namespace callboard::webhooks {

struct SealedSecrets {
    std::int64_t examined = 0;  // secret keys and credentials of subscriptions, a sample
    std::int64_t unreadable = 0;
    bool has_more = false;  // there may be values that were not examined
};

SealedSecrets examine_sealed_secrets(db::Snapshot& snapshot, const Seal& seal);

// Whether the database has sealed values.
bool has_sealed_secrets(db::Snapshot& snapshot);

}  // namespace callboard::webhooks
