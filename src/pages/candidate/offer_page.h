// The page where a candidate reads an offer, and accepts or declines it.
#pragma once

#include <string_view>

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

inline constexpr std::string_view kOfferDocumentPath = "/candidate/offer/document";

edge::WebReply candidate_offer_page(db::Snapshot& snapshot, const edge::WebCall& call);
edge::ReplyOrCheck decide_candidate_offer(db::Db& db, const edge::WebCall& call);

// A document of the offer, to be saved. Throws DOCUMENT_NOT_FOUND, also for a link that does not work.
edge::WebReply candidate_offer_document(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::pages
