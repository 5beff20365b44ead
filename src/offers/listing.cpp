#include "offers/listing.h"

#include <utility>

#include "base/error.h"
#include "candidates/access.h"
#include "offers/offer_store.h"

namespace callboard::offers {
namespace {

OfferPage page_of(db::Snapshot& snapshot, const store::Selection& selection) {
    return {.offers = store::page(snapshot, selection), .total = store::total(snapshot, selection)};
}

}  // namespace

OfferPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request) {
    if (accounts::rights_of(actor.role).sees == accounts::Jobs::none)
        throw forbidden("NO_ACCESS_TO_OFFERS", "users with this role may not see offers");
    store::Selection selection{.seen_by = &actor,
                               .application = std::nullopt,
                               .statuses = request.statuses,
                               .created_after = request.created_after,
                               .created_before = request.created_before,
                               .offset = request.offset,
                               .limit = request.limit};
    if (request.age) {
        selection.created_after = snapshot.now - *request.age;
        selection.created_before = std::nullopt;
    }
    return page_of(snapshot, selection);
}

OfferPage list_of(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& candidate,
                  const JobId& job, std::int64_t offset, std::int64_t limit) {
    candidates::visible_application(snapshot, actor, candidate, job, candidates::kApplicationUnauthorized);
    return page_of(snapshot, {.seen_by = nullptr,
                              .application = std::pair{candidate, job},
                              .statuses = {},
                              .created_after = std::nullopt,
                              .created_before = std::nullopt,
                              .offset = offset,
                              .limit = limit});
}

}  // namespace callboard::offers
