// Decisions of candidates on purposes that a company asks about separately.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "candidates/candidate.h"
#include "db/db.h"

namespace callboard::candidates {

// The purposes of processing: `single` is all of them at once; `recruit` decides whether a candidate has
// given consent at all.
enum class ConsentScope { single, recruit, crm, sms, whatsapp };

struct ScopeDecision {
    ConsentScope scope{};
    Consent decision{};  // acquired or declined
    Timestamp decided_at;
};

namespace store {

// A decision that was made before stays as it is.
void insert_decision(db::Tx& tx, const CandidateId& candidate, const ScopeDecision& decision);
std::vector<ScopeDecision> list_decisions(db::Snapshot& snapshot, const CandidateId& candidate);

}  // namespace store
}  // namespace callboard::candidates

template <>
struct callboard::Names<callboard::candidates::ConsentScope> {
    using enum callboard::candidates::ConsentScope;
    static constexpr std::string_view kName = "ConsentScope";
    static constexpr std::array kList{
        std::pair{single, std::string_view{"SINGLE"}}, std::pair{recruit, std::string_view{"SMART_RECRUIT"}},
        std::pair{crm, std::string_view{"SMART_CRM"}}, std::pair{sms, std::string_view{"SMART_MESSAGE_SMS"}},
        std::pair{whatsapp, std::string_view{"SMART_MESSAGE_WHATSAPP"}}};
};
