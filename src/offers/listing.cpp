#include "offers/listing.h"

#include <utility>

#include "base/error.h"
#include "candidates/access.h"
#include "jobs/access.h"
#include "offers/offer_store.h"

namespace callboard::offers {
namespace {

OfferPage page_of(db::Snapshot& snapshot, const store::Selection& selection) {
    const std::int64_t total = store::total(snapshot, selection);
    return {.lines = store::with_names(snapshot, store::page(snapshot, selection, total)), .total = total};
}

}  // namespace

OfferPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request) {
    if (accounts::rights_of(actor.role).sees == accounts::Jobs::none)
        throw forbidden("NO_ACCESS_TO_OFFERS", "users with this role may not see offers");
    ListRequest asked = request;
    if (asked.age) {
        asked.created_after = snapshot.now - asked.age->length;
        asked.created_before = std::nullopt;
    }
    store::Selection selection{.asked = asked,
                               .seen_by = nullptr,
                               .jobs = jobs::few_visible_jobs(snapshot, actor),
                               .application = {}};
    if (!selection.jobs) selection.seen_by = &actor;
    if (selection.jobs && selection.jobs->empty()) return {};
    return page_of(snapshot, selection);
}

OfferPage list_of(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& candidate,
                  const JobId& job, std::int64_t offset, std::int64_t limit) {
    candidates::visible_application(snapshot, actor, candidate, job, candidates::kApplicationUnauthorized);
    const ListRequest asked{.offset = offset, .limit = limit};
    return page_of(
        snapshot,
        {.asked = asked, .seen_by = nullptr, .jobs = std::nullopt, .application = std::pair{candidate, job}});
}

}  // namespace callboard::offers
