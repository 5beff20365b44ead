// The consent of candidates to the storage of their data. They give or decline it on a page, to which a mail
// leads (candidates/links.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "accounts/password_links.h"
#include "base/secret.h"
#include "candidates/candidate.h"
#include "candidates/consent_decision_store.h"
#include "candidates/link_store.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::candidates {

ConsentRecord consent(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id);

// Asks a candidate for consent to the processing of their data, without a mail; does nothing if it was
// already given. Returns false if the actor sees no such candidate.
bool request_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id);

// Mails a request to each of the candidates, except those who have given their consent. The result is in the
// same order: false if the actor sees no such candidate, or mail cannot be sent to their address. Throws
// PERMISSION_DENIED unless the actor may change candidates.
std::vector<bool> send_consent_requests(db::Tx& tx, const accounts::Actor& actor,
                                        const std::vector<std::optional<CandidateId>>& ids,
                                        const accounts::LinkMailing& mailing);

// Takes the open request back: its link is void, and consent is required as if nobody had asked. Does nothing
// without an open request.
void revoke_consent_request(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id);

// The decision of a candidate, as the company knows it.
void record_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Consent decision);

// What a candidate decides when applying, for each purpose that the form asks about. What was decided before
// stays as it is: who applies has not proved who they are. The candidate's row must be locked.
void record_decisions(db::Tx& tx, const events::Author& author, const CandidateId& id,
                      const std::vector<ScopeDecision>& decisions);

// Of a candidate who was asked separately; otherwise nothing.
std::vector<ScopeDecision> scope_decisions(db::Snapshot& snapshot, const accounts::Actor& actor,
                                           const CandidateId& id);

// What the page of a link shows. Nothing if the link does not work.
struct ConsentQuestion {
    std::string company;
    std::string first_name;
    std::string language;              // as of the mail
    std::optional<Decision> decision;  // made by this link
    std::optional<Timestamp> decided_at;
};
std::optional<ConsentQuestion> consent_question(db::Snapshot& snapshot, const Secret& token);

// The decision of the candidate, by a link. Returns false if the link does not work, or was used before.
bool decide_consent(db::Tx& tx, const Secret& token, Decision decision, const events::Author& visitor);

}  // namespace callboard::candidates
