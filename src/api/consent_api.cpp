#include "api/consent_api.h"

#include "api/candidate_paths.h"
#include "candidates/consent.h"

namespace callboard::api {
namespace {

ConsentDecision decision(candidates::Consent consent) {
    if (consent == candidates::Consent::acquired) return ConsentDecision::acquired;
    if (consent == candidates::Consent::declined) return ConsentDecision::declined;
    return ConsentDecision::required;
}

ConsentResult asked(const CandidateId& id) {
    return {.status = 202, .body = {R"({"location":")" + path_of(id) + R"(/consent"})"}};
}

ConsentResult refused() {
    return {.status = 403, .body = {"false"}};
}

}  // namespace

ConsentView get_consent(db::Snapshot& snapshot, const edge::Call<>& call) {
    const auto consent = candidates::consent(snapshot, call.actor(), candidate_id(call.path));
    ConsentView view{.status = consent_status(consent.state), .date = std::nullopt};
    if (view.status == ConsentStatus::acquired) view.date = consent.decided_at;
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

ConsentResults request_consents(db::Tx& tx, const edge::Call<ConsentRequests>& call) {
    ConsentResults view;
    for (const CandidateReference& reference : call.body.content) {
        const auto id = CandidateId::parse(reference.id);
        const bool can = id && candidates::request_consent(tx, call.actor(), *id);
        view.results.push_back(can ? asked(*id) : refused());
    }
    return view;
}

}  // namespace callboard::api
