// What a candidate got with an offer. Whoever may not see the offer is told that there is none.
#pragma once

#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "offers/offer.h"

namespace callboard::offers {

// Both throw OFFER_NOT_SENT while there can be no document.
std::vector<OfferDocument> documents(db::Snapshot& snapshot, const accounts::Actor& actor,
                                     const OfferId& offer);
OfferFile document(db::Snapshot& snapshot, const accounts::Actor& actor, const OfferId& offer,
                   const OfferDocumentId& id);

}  // namespace callboard::offers
