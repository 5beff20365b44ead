#include "api/careers/careers.h"

#include <utility>

#include "candidates/erasure_requests.h"

namespace callboard::api {
namespace {

edge::Reply<careers::CareersPage> reply(careers::VersionedPage found) {
    edge::Reply<careers::CareersPage> made{.view = std::move(found.page)};
    made.version = found.version;
    return made;
}

}  // namespace

edge::Reply<careers::CareersPage> get_careers_page(db::Snapshot& snapshot, const edge::Call<>& call) {
    return reply(careers::careers_page(snapshot, call.actor()));
}

edge::Reply<careers::CareersPage> put_careers_page(db::Tx& tx, const edge::Call<careers::CareersPage>& call) {
    return reply(careers::set_careers_page(tx, call.actor(), call.body, call.if_match));
}

ErasureRequestsView list_erasure_requests(db::Snapshot& snapshot,
                                          const edge::Call<wire::Nothing, ErasureRequestsQuery>& call) {
    auto found = candidates::erasure_requests(snapshot, call.actor(), call.query.limit, call.query.offset);
    ErasureRequestsView view{
        .limit = call.query.limit, .offset = call.query.offset, .total_found = found.total, .content = {}};
    for (candidates::ErasureRequest& each : found.requests)
        view.content.push_back({.candidate_id = each.candidate,
                                .first_name = std::move(each.first_name),
                                .last_name = std::move(each.last_name),
                                .requested_on = each.requested_at});
    return view;
}

wire::Nothing delete_erasure_request(db::Tx& tx, const edge::Call<>& call) {
    candidates::dismiss_erasure_request(tx, call.actor(),
                                        call.path.id<CandidateId>("candidateId", "CANDIDATE_NOT_FOUND"));
    return {};
}

}  // namespace callboard::api
