#include "api/candidates/consent.h"

#include "api/common/candidate_paths.h"
#include "candidates/consent.h"

namespace callboard::api {
namespace {

ConsentDecision decision(candidates::Consent consent) {
    if (consent == candidates::Consent::acquired) return ConsentDecision::acquired;
    if (consent == candidates::Consent::declined) return ConsentDecision::declined;
    return ConsentDecision::required;
}

}  // namespace

ConsentView get_consent(db::Snapshot& snapshot, const edge::Call<>& call) {
    const auto consent = candidates::consent(snapshot, call.actor(), candidate_id(call.path));
    ConsentView view{.status = consent_status(consent.state), .date = std::nullopt};
    if (view.status == candidates::ConsentStatus::acquired) view.date = consent.decided_at;
    return view;
}

ConsentDecisions get_consents(db::Snapshot& snapshot, const edge::Call<>& call) {
    const auto consent = candidates::consent(snapshot, call.actor(), candidate_id(call.path));
    ConsentDecisions view;
    view.decisions.push_back({.status = decision(consent.state), .decided_on = consent.decided_at});
    if (consent.state == candidates::Consent::pending)
        view.recent_pending_request_created_on = consent.asked_at;
    return view;
}

ConsentResults request_consents(db::Tx&, const edge::Call<ConsentRequests>& call) {
    candidates::send_consent_requests(call.actor());
}

}  // namespace callboard::api
