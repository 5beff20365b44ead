#include "candidates/consent.h"

#include <map>
#include <utility>

#include "accounts/company_store.h"
#include "base/error.h"
#include "candidates/access.h"
#include "candidates/candidate_store.h"
#include "candidates/links.h"
#include "events/audit_log.h"
#include "events/outbox.h"

namespace callboard::candidates {
namespace {

void keep(db::Tx& tx, const events::Author& author, const CandidateId& id, const ConsentRecord& consent,
          std::string_view audit_name) {
    const auto via = author.candidate ? std::optional<std::string>{"LINK"} : std::nullopt;
    store::set_consent(tx, id, consent);
    store::touch(tx, id);
    events::audit(tx, author,
                  {.name = audit_name,
                   .entity_type = "CANDIDATE",
                   .entity_id = id.text(),
                   .context = {{"consent", name_of(consent.state)}, {"via", via}}});
}

void keep_request(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id) {
    keep(tx, actor, id, {.state = Consent::pending, .asked_at = tx.now, .decided_at = std::nullopt},
         "CANDIDATE_CONSENT_REQUESTED");
}

void keep_decision(db::Tx& tx, const events::Author& author, const Candidate& candidate, Consent decision) {
    keep(tx, author, candidate.id,
         {.state = decision, .asked_at = candidate.consent.asked_at, .decided_at = tx.now},
         decision == Consent::acquired ? "LRSC_CONSENT_GIVEN" : "CANDIDATE_CONSENT_DECLINED");
}

// Nothing if the actor sees no such candidate.
std::optional<Candidate> lock_visible(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id) {
    if (!store::lock_row(tx, id) || !sees_candidate(tx, actor, id)) return std::nullopt;
    return store::find(tx, id);
}

bool send_request(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, const std::string& company,
                  const accounts::LinkMailing& mailing) {
    const auto candidate = lock_visible(tx, actor, id);
    if (!candidate) return false;
    if (candidate->consent.state == Consent::acquired) return true;
    const bool is_mailed =
        mail_link(tx, *candidate, {.purpose = LinkPurpose::consent, .offer = std::nullopt, .version = tx.now},
                  {.kind = mail::Kind::consent_request,
                   .to = {},
                   .language = language_of(tx, id),
                   .values = {{"name", candidate->first_name}, {"company", company}}},
                  mailing);
    if (is_mailed) keep_request(tx, actor, id);
    return is_mailed;
}

void revoke_consent_links(db::Tx& tx, const CandidateId& id) {
    revoke_links(tx, id, {.purpose = LinkPurpose::consent, .offer = std::nullopt, .version = {}});
}

// The link, if it asks for the last request, or was used for it.
std::optional<FoundLink> find_request(db::Snapshot& snapshot, const Secret& token) {
    auto found = find_link(snapshot, token, LinkPurpose::consent);
    if (!found) return std::nullopt;
    const ConsentRecord& consent = found->candidate.consent;
    const bool is_open = consent.state == Consent::pending && consent.asked_at == found->link.version;
    const bool is_decided = found->link.decision && found->link.decided_at == consent.decided_at;
    if (!is_open && !is_decided) return std::nullopt;
    return found;
}

}  // namespace

ConsentRecord consent(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id) {
    return visible(snapshot, actor, id, kForbidden).candidate.consent;
}

bool request_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id) {
    require_changing(actor);
    const auto candidate = lock_visible(tx, actor, id);
    if (!candidate) return false;
    if (candidate->consent.state == Consent::acquired) return true;
    revoke_consent_links(tx, id);
    keep_request(tx, actor, id);
    return true;
}

std::vector<bool> send_consent_requests(db::Tx& tx, const accounts::Actor& actor,
                                        const std::vector<std::optional<CandidateId>>& ids,
                                        const accounts::LinkMailing& mailing) {
    require_changing(actor);
    const std::string company = accounts::store::own_company(tx).name;
    // Each candidate once; and in the order of their ids, so that two requests cannot wait for each other.
    std::map<CandidateId, bool> results;
    for (const auto& id : ids)
        if (id) results.emplace(*id, false);
    for (auto& [id, result] : results) result = send_request(tx, actor, id, company, mailing);
    std::vector<bool> in_order;
    in_order.reserve(ids.size());
    for (const auto& id : ids) in_order.push_back(id && results.at(*id));
    return in_order;
}

void revoke_consent_request(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id) {
    const Candidate before = lock_candidate(tx, actor, id, kForbidden).candidate;
    if (before.consent.state != Consent::pending) return;
    revoke_consent_links(tx, id);
    keep(tx, actor, id, {}, "CANDIDATE_CONSENT_REQUEST_REVOKED");
}

void record_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Consent decision) {
    const Candidate before = lock_candidate(tx, actor, id, kForbidden).candidate;
    if (before.consent.state == decision) return;
    revoke_consent_links(tx, id);
    keep_decision(tx, actor, before, decision);
}

void record_decisions(db::Tx& tx, const events::Author& author, const CandidateId& id,
                      const std::vector<ScopeDecision>& decisions) {
    for (const ScopeDecision& each : decisions) {
        if (each.scope != ConsentScope::single) store::insert_decision(tx, id, each);
        if (each.scope != ConsentScope::single && each.scope != ConsentScope::recruit) continue;
        const Candidate before = store::find(tx, id).value();
        if (before.consent.decided_at) continue;
        revoke_consent_links(tx, id);
        keep_decision(tx, author, before, each.decision);
    }
}

std::vector<ScopeDecision> scope_decisions(db::Snapshot& snapshot, const accounts::Actor& actor,
                                           const CandidateId& id) {
    visible(snapshot, actor, id, kForbidden);
    return store::list_decisions(snapshot, id);
}

std::optional<ConsentQuestion> consent_question(db::Snapshot& snapshot, const Secret& token) {
    auto found = find_request(snapshot, token);
    if (!found) return std::nullopt;
    db::Snapshot inside = snapshot.within(found->link.company);
    return ConsentQuestion{.company = accounts::store::own_company(inside).name,
                           .first_name = std::move(found->candidate.first_name),
                           .language = language_of_page(inside, language_of(inside, found->candidate.id)),
                           .decision = found->link.decision,
                           .decided_at = found->link.decided_at};
}

bool decide_consent(db::Tx& tx, const Secret& token, Decision decision, const events::Author& visitor) {
    const auto link = find_link(tx, token, LinkPurpose::consent);
    if (!link) return false;
    db::Tx inside = tx.within(link->link.company);
    if (!store::lock_row(inside, link->link.candidate)) return false;
    const auto found = find_request(inside, token);  // as it is now that nobody else can change it
    if (!found || !use_link(inside, token, decision)) return false;
    keep_decision(inside, as_candidate(visitor, found->candidate.id), found->candidate,
                  decision == Decision::accepted ? Consent::acquired : Consent::declined);
    events::append(inside, events::CandidateUpdated{found->candidate.id});
    return true;
}

}  // namespace callboard::candidates
