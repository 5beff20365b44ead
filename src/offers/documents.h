// Documents that candidates receive with an offer. An invisible offer is reported as not found.
#pragma once

#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "offers/offer.h"

namespace callboard::offers {

// Both throw OFFER_NOT_SENT before the offer was sent.
std::vector<OfferDocument> documents(db::Snapshot& snapshot, const accounts::Actor& actor,
                                     const OfferId& offer);
OfferFile document(db::Snapshot& snapshot, const accounts::Actor& actor, const OfferId& offer,
                   const OfferDocumentId& id);

}  // namespace callboard::offers
