// The terms of an offer, checked against the properties that the company has configured.
#pragma once

#include "db/db.h"
#include "wire/text_map.h"

namespace callboard::offers {

// Throws INVALID_OFFER_PROPERTY, with every fault, for values that do not have the type of their property.
// Other names are allowed, empty values are, and so is what stays as it was before.
void require_valid_terms(db::Snapshot& snapshot, const wire::TextMap& terms,
                         const wire::TextMap& before = {});

// Throws OFFER_PROPERTY_REQUIRED for required properties that are absent or empty.
void require_complete_terms(db::Snapshot& snapshot, const wire::TextMap& terms);

}  // namespace callboard::offers
