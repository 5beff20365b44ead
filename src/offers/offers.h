// One offer: what it says, and the steps that it takes.
#pragma once

#include <optional>

#include "accounts/actor.h"
#include "db/db.h"
#include "offers/offer.h"
#include "wire/text_map.h"

namespace callboard::offers {

// `absent` is what the operation's reference calls an offer that there is not.
Offer offer(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& candidate,
            const JobId& job, const OfferId& id, const char* absent = "OFFER_NOT_FOUND");

Offer create_offer(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                   const wire::TextMap& properties);

struct OfferChange {
    std::optional<OfferStatus> status;
    std::optional<wire::TextMapPatch> properties;
};

// Properties change only before the offer goes anywhere, and its status only as may_become() says: everything
// else is OFFER_STATUS_CONFLICT. What is already so is changed by nobody. An offer that is sent takes its
// application along.
Offer change_offer(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                   const OfferId& id, const OfferChange& change);

}  // namespace callboard::offers
