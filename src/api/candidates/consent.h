#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/candidates/candidate_messages.h"
#include "base/clock.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct ConsentView {
    candidates::ConsentStatus status{};
    std::optional<Timestamp> date;

    static constexpr std::string_view kName = "CandidateConsentStatus";
    static constexpr auto shape() {
        return wire::fields(wire::field("status", &ConsentView::status),
                            wire::field("date", &ConsentView::date, {.about = "When consent was given."}));
    }
};

enum class ConsentDecision { acquired, declined, required };

struct ConsentDecisionView {
    ConsentDecision status{};
    std::string_view scope = "Single";
    std::optional<Timestamp> decided_on;

    static constexpr std::string_view kName = "ConsentDecision";
    static constexpr auto shape() {
        using Self = ConsentDecisionView;
        return wire::fields(wire::field("status", &Self::status), wire::field("scope", &Self::scope),
                            wire::field("decidedOn", &Self::decided_on));
    }
};

struct ConsentDecisions {
    std::vector<ConsentDecisionView> decisions;
    std::optional<Timestamp> recent_pending_request_created_on;

    static constexpr std::string_view kName = "CandidateConsentDecisions";
    static constexpr auto shape() {
        using Self = ConsentDecisions;
        return wire::fields(
            wire::field("decisions", &Self::decisions),
            wire::field("recentPendingRequestCreatedOn", &Self::recent_pending_request_created_on));
    }
};

struct CandidateReference {
    std::string id;

    static constexpr std::string_view kName = "CandidateReference";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &CandidateReference::id, {.min_length = 1, .max_length = 256}));
    }
};

struct ConsentRequests {
    std::vector<CandidateReference> content;

    static constexpr std::string_view kName = "ConsentRequests";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("content", &ConsentRequests::content, {.min_items = 1, .max_items = 1'000}));
    }
    static ConsentRequests example() { return {.content = {{.id = "01890000-0000-7000-8000-000000000000"}}}; }
};

// One result per candidate: 202 and the location of the consent, or 403 and `false` if it cannot be
// requested.
struct ConsentResult {
    std::int64_t status = 0;
    wire::AnyJson body;

    static constexpr std::string_view kName = "ConsentResult";
    static constexpr auto shape() {
        return wire::fields(wire::field("status", &ConsentResult::status),
                            wire::field("body", &ConsentResult::body));
    }
};

struct ConsentResults {
    std::vector<ConsentResult> results;

    static constexpr std::string_view kName = "ConsentResults";
    static constexpr auto shape() { return wire::fields(wire::field("results", &ConsentResults::results)); }
};

ConsentView get_consent(db::Snapshot& snapshot, const edge::Call<>& call);
ConsentDecisions get_consents(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<ConsentResults> request_consents(db::Tx& tx, const edge::Call<ConsentRequests>& call);
wire::Nothing revoke_consent_request(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::ConsentDecision> {
    using enum callboard::api::ConsentDecision;
    static constexpr std::string_view kName = "ConsentDecisionStatus";
    static constexpr std::array kList{std::pair{acquired, std::string_view{"acquired"}},
                                      std::pair{declined, std::string_view{"declined"}},
                                      std::pair{required, std::string_view{"required"}}};
};
