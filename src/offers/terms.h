// The terms of an offer, checked against the properties that the company has configured.
#pragma once

#include "db/db.h"
#include "wire/text_map.h"
#include "wire/unknown_names.h"

namespace callboard::offers {

// Without names that the company has not configured: of these, an offer keeps what it had before.
wire::TextMap configured_terms(db::Snapshot& snapshot, wire::TextMap terms, const wire::TextMap& before = {});

// Adds the names that configured_terms() has dropped. Throws VALIDATION_ERROR with all of them in a strict
// request.
void note_unknown_terms(db::Snapshot& snapshot, const wire::TextMapPatch& asked, const wire::TextMap& stored,
                        wire::UnknownNames& unknown);

// Throws INVALID_OFFER_PROPERTY, with every fault, for values that do not have the type of their property.
// Empty values are allowed, and so is what stays as it was before.
void require_valid_terms(db::Snapshot& snapshot, const wire::TextMap& terms,
                         const wire::TextMap& before = {});

// Throws OFFER_PROPERTY_REQUIRED for required properties that are absent or empty.
void require_complete_terms(db::Snapshot& snapshot, const wire::TextMap& terms);

}  // namespace callboard::offers
