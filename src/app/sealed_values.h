// Checks that the secrets key can decrypt the sealed values in the database: keys and credentials of webhook
// subscriptions, client secrets of sign-on providers, keys of second factors, links of mails.
#pragma once

#include <cstdint>

#include "base/seal.h"
#include "db/db.h"

namespace callboard::app {

struct SealedValues {
    std::int64_t examined = 0;  // a sample of each kind
    std::int64_t unreadable = 0;
    bool has_more = false;  // there may be values that were not examined
};

SealedValues examine_sealed_values(db::Snapshot& snapshot, const Seal& seal);

// Whether the database has sealed values.
bool has_sealed_values(db::Snapshot& snapshot);

}  // namespace callboard::app
