#include "offers/documents.h"

#include <utility>

#include "base/error.h"
#include "jobs/access.h"
#include "offers/offer_store.h"

namespace callboard::offers {
namespace {

void require_sent(db::Snapshot& snapshot, const accounts::Actor& actor, const OfferId& id) {
    const auto offer = store::find(snapshot, id);
    if (!offer || !jobs::sees(snapshot, actor, offer->job)) throw not_found("OFFER_NOT_FOUND");
    if (!offer->sent_at) throw conflict("OFFER_NOT_SENT", "the offer has not been sent to the candidate");
}

}  // namespace

std::vector<OfferDocument> documents(db::Snapshot& snapshot, const accounts::Actor& actor,
                                     const OfferId& offer) {
    require_sent(snapshot, actor, offer);
    return store::list_documents(snapshot, offer);
}

OfferFile document(db::Snapshot& snapshot, const accounts::Actor& actor, const OfferId& offer,
                   const OfferDocumentId& id) {
    require_sent(snapshot, actor, offer);
    auto found = store::find_document(snapshot, offer, id);
    if (!found) throw not_found("DOCUMENT_NOT_FOUND");
    return std::move(*found);
}

}  // namespace callboard::offers
