// Operations on one offer: its terms and its status.
#pragma once

#include <optional>

#include "accounts/actor.h"
#include "accounts/password_links.h"
#include "db/db.h"
#include "offers/offer.h"
#include "wire/text_map.h"

namespace callboard::offers {

// `absent` is the error code of the operation for an offer that does not exist.
Offer offer(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& candidate,
            const JobId& job, const OfferId& id, const char* absent = "OFFER_NOT_FOUND");

// Names of properties that the company has not configured are ignored here and in changes.
Offer create_offer(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                   const wire::TextMap& properties);

struct OfferChange {
    std::optional<OfferStatus> status;
    std::optional<wire::TextMapPatch> properties;
};

// Properties can change only while the offer is CREATED, the status only as may_become() allows; else
// OFFER_STATUS_CONFLICT. Idempotent. Sending an offer advances the status of its application, and mails the
// candidate a link to the offer if `mailing` is given; so does sending it again if the candidate has none
// that works.
Offer change_offer(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                   const OfferId& id, const OfferChange& change,
                   const std::optional<accounts::LinkMailing>& mailing = std::nullopt);

// The candidate's own answer, ACCEPTED or NOT_ACCEPTED, to an offer that waits for it. The candidate's row
// must be locked.
void record_answer(db::Tx& tx, const events::Author& author, const Offer& offer, OfferStatus answer);

}  // namespace callboard::offers
