#include "api/candidates/consent.h"

#include <cstddef>
#include <cstdlib>

#include "api/common/candidate_paths.h"
#include "candidates/consent.h"
#include "edge/services.h"
#include "wire/json_writer.h"

namespace callboard::api {
namespace {

ConsentDecision decision(candidates::Consent consent) {
    if (consent == candidates::Consent::acquired) return ConsentDecision::acquired;
    if (consent == candidates::Consent::declined) return ConsentDecision::declined;
    return ConsentDecision::required;
}

std::string_view scope_name(candidates::ConsentScope scope) {
    switch (scope) {
        case candidates::ConsentScope::single: return "Single";
        case candidates::ConsentScope::recruit: return "SmartRecruit";
        case candidates::ConsentScope::crm: return "SmartCRM";
        case candidates::ConsentScope::sms: return "SmartMessage:SMS";
        case candidates::ConsentScope::whatsapp: return "SmartMessage:WhatsApp";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// The location is relative.
ConsentResult accepted(std::string_view candidate) {
    std::string body;
    wire::JsonWriter json{body};
    json.open_object();
    json.member("location", "/candidates/" + std::string{candidate} + "/consent");
    json.close_object();
    return {.status = 202, .body = {std::move(body)}};
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
    for (const auto& each : candidates::scope_decisions(snapshot, call.actor(), candidate_id(call.path))) {
        // It may have been decided again later, by a link.
        const bool is_main = each.scope == candidates::ConsentScope::recruit;
        view.decisions.push_back({.status = decision(is_main ? consent.state : each.decision),
                                  .scope = scope_name(each.scope),
                                  .decided_on = is_main ? consent.decided_at : each.decided_at});
    }
    if (view.decisions.empty())
        view.decisions.push_back({.status = decision(consent.state), .decided_on = consent.decided_at});
    if (consent.state == candidates::Consent::pending)
        view.recent_pending_request_created_on = consent.asked_at;
    return view;
}

edge::Reply<ConsentResults> request_consents(db::Tx& tx, const edge::Call<ConsentRequests>& call) {
    std::vector<std::optional<CandidateId>> ids;
    for (const CandidateReference& each : call.body.content) ids.push_back(CandidateId::parse(each.id));
    const std::string page = call.link(edge::kConsentPath);
    const std::vector<bool> asked =
        candidates::send_consent_requests(tx, call.actor(), ids, {.page = page, .seal = call.services.seal});
    edge::Reply<ConsentResults> reply{.view = {}};
    for (std::size_t i = 0; i < asked.size(); ++i)
        reply.view.results.push_back(asked[i] ? accepted(call.body.content[i].id)
                                              : ConsentResult{403, {"false"}});
    if (!call.services.sends_mail) reply.warning = edge::kMailsWait;
    return reply;
}

wire::Nothing revoke_consent_request(db::Tx& tx, const edge::Call<>& call) {
    candidates::revoke_consent_request(tx, call.actor(), candidate_id(call.path));
    return {};
}

}  // namespace callboard::api
