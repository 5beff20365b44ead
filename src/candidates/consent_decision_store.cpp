#include "candidates/consent_decision_store.h"

namespace callboard::candidates::store {
namespace {

constexpr db::Sql kInsert{"consent_decision_insert", R"sql(
    INSERT INTO consent_decision (company_id, candidate_id, scope, decision, decided_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, candidate_id, scope) DO NOTHING)sql"};

constexpr db::Sql kList{"consent_decision_list", R"sql(
    SELECT scope, decision, decided_at FROM consent_decision
    WHERE company_id = $1 AND candidate_id = $2 ORDER BY scope)sql"};

}  // namespace

void insert_decision(db::Tx& tx, const CandidateId& candidate, const ScopeDecision& decision) {
    tx.enqueue(kInsert, {candidate, decision.scope, decision.decision, decision.decided_at});
}

std::vector<ScopeDecision> list_decisions(db::Snapshot& snapshot, const CandidateId& candidate) {
    return snapshot.all(kList, {candidate}, [](const db::Row& row) {
        return ScopeDecision{.scope = row.member<ConsentScope>(0),
                             .decision = row.member<Consent>(1),
                             .decided_at = row.time(2)};
    });
}

}  // namespace callboard::candidates::store
