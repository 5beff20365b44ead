#include "candidates/consent.h"

#include <utility>

#include "base/error.h"
#include "candidates/access.h"
#include "candidates/candidate_store.h"
#include "events/audit_log.h"

namespace callboard::candidates {
namespace {

void keep(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, const ConsentRecord& consent,
          std::string_view audit_name) {
    store::set_consent(tx, id, consent);
    store::touch(tx, id);
    events::audit(tx, actor,
                  {.name = audit_name,
                   .entity_type = "CANDIDATE",
                   .entity_id = id.text(),
                   .context = {{"consent", name_of(consent.state)}}});
}

}  // namespace

ConsentRecord consent(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id) {
    return visible(snapshot, actor, id, kForbidden).candidate.consent;
}

bool request_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id) {
    require_changing(actor);
    if (!store::lock_row(tx, id) || !sees_candidate(tx, actor, id)) return false;
    const ConsentRecord before = store::find(tx, id).value().consent;
    if (before.state == Consent::acquired) return true;
    keep(tx, actor, id, {.state = Consent::pending, .asked_at = tx.now, .decided_at = std::nullopt},
         "CANDIDATE_CONSENT_REQUESTED");
    return true;
}

void send_consent_requests(const accounts::Actor& actor) {
    require_changing(actor);
    throw conflict("CONSENT_REQUESTS_UNAVAILABLE",
                   "consent requests are not available in this version; nothing was recorded");
}

void record_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Consent decision) {
    const ConsentRecord before = lock_candidate(tx, actor, id, kForbidden).candidate.consent;
    if (before.state == decision) return;
    keep(tx, actor, id, {.state = decision, .asked_at = before.asked_at, .decided_at = tx.now},
         decision == Consent::acquired ? "LRSC_CONSENT_GIVEN" : "CANDIDATE_CONSENT_DECLINED");
}

}  // namespace callboard::candidates
