#include "offers/offer_links.h"

#include <algorithm>
#include <utility>

#include "accounts/company_store.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "candidates/links.h"
#include "mail/mail.h"
#include "offers/offer_store.h"
#include "offers/offers.h"

namespace callboard::offers {
namespace {

using candidates::Decision;
using candidates::LinkPurpose;

candidates::Question question_of(const Offer& offer) {
    return {.purpose = LinkPurpose::offer, .offer = offer.id, .version = offer.updated_at};
}

std::optional<candidates::Assignment> application_of(db::Snapshot& snapshot, const Offer& offer) {
    auto assignments = candidates::store::list_assignments(snapshot, offer.candidate);
    const auto applied = std::ranges::find(assignments, offer.job, &candidates::Assignment::job);
    if (applied == assignments.end()) return std::nullopt;
    return std::move(*applied);
}

// Whoever was rejected meanwhile cannot accept, even if nobody has withdrawn the offer.
bool is_considered(db::Snapshot& snapshot, const Offer& offer) {
    using enum candidates::Status;
    const auto application = application_of(snapshot, offer);
    return application && application->status != rejected && application->status != withdrawn &&
           application->status != transferred;
}

struct LinkedOffer {
    candidates::FoundLink found;
    Offer offer;

    bool is_readable() const { return found.link.decision != Decision::declined; }
};

// The offer of a link, if it is the one that was mailed and can be answered, or was answered by this link.
std::optional<LinkedOffer> find_offer(db::Snapshot& snapshot, const Secret& token) {
    auto found = candidates::find_link(snapshot, token, LinkPurpose::offer);
    if (!found || !found->link.offer) return std::nullopt;
    db::Snapshot inside = snapshot.within(found->link.company);
    auto offer = store::find(inside, *found->link.offer);
    if (!offer || offer->candidate != found->link.candidate) return std::nullopt;
    const bool is_open = offer->status == OfferStatus::pending_acceptance &&
                         offer->updated_at == found->link.version && is_considered(inside, *offer);
    if (!is_open && !found->link.decision) return std::nullopt;
    return LinkedOffer{.found = std::move(*found), .offer = std::move(*offer)};
}

std::string title_of(db::Snapshot& snapshot, const Offer& offer) {
    const auto application = application_of(snapshot, offer);
    return application ? application->job_title : "";
}

}  // namespace

void mail_link(db::Tx& tx, const Offer& offer, const candidates::Candidate& candidate,
               const std::string& job_title, const accounts::LinkMailing& mailing) {
    candidates::mail_link(tx, candidate, question_of(offer),
                          {.kind = mail::Kind::offer,
                           .to = {},
                           .language = candidates::language_of(tx, offer.job),
                           .values = {{"name", candidate.first_name},
                                      {"company", accounts::store::own_company(tx).name},
                                      {"job", job_title}}},
                          mailing);
}

void revoke_links(db::Tx& tx, const Offer& offer) {
    candidates::revoke_links(tx, offer.candidate, question_of(offer));
}

bool has_link(db::Snapshot& snapshot, const Offer& offer) {
    const auto candidate = candidates::store::find(snapshot, offer.candidate);
    return candidate && candidates::store::has_link(snapshot, offer.candidate, offer.id, candidate->email);
}

std::optional<OfferQuestion> offer_question(db::Snapshot& snapshot, const Secret& token) {
    auto linked = find_offer(snapshot, token);
    if (!linked) return std::nullopt;
    db::Snapshot inside = snapshot.within(linked->found.link.company);
    OfferQuestion question{
        .company = accounts::store::own_company(inside).name,
        .first_name = std::move(linked->found.candidate.first_name),
        .language = candidates::language_of_page(inside, candidates::language_of(inside, linked->offer.job)),
        .job_title = title_of(inside, linked->offer),
        .letter = {},
        .documents = {},
        .decision = linked->found.link.decision,
        .decided_at = linked->found.link.decided_at};
    if (!linked->is_readable()) return question;
    question.documents = store::list_documents(inside, linked->offer.id);
    if (question.documents.empty()) return question;
    if (auto letter = store::find_document(inside, linked->offer.id, question.documents.front().id))
        question.letter = std::move(letter->content);
    return question;
}

std::optional<OfferFile> offered_document(db::Snapshot& snapshot, const Secret& token,
                                          const OfferDocumentId& id) {
    const auto linked = find_offer(snapshot, token);
    if (!linked || !linked->is_readable()) return std::nullopt;
    db::Snapshot inside = snapshot.within(linked->found.link.company);
    return store::find_document(inside, linked->offer.id, id);
}

bool decide_offer(db::Tx& tx, const Secret& token, Decision decision, const events::Author& visitor) {
    const auto link = candidates::find_link(tx, token, LinkPurpose::offer);
    if (!link) return false;
    db::Tx inside = tx.within(link->link.company);
    if (!candidates::store::lock_row(inside, link->link.candidate)) return false;
    const auto linked = find_offer(inside, token);  // as it is now that nobody else can change it
    if (!linked || !candidates::use_link(inside, token, decision)) return false;
    record_answer(inside, candidates::as_candidate(visitor, linked->offer.candidate), linked->offer,
                  decision == Decision::accepted ? OfferStatus::accepted : OfferStatus::not_accepted);
    return true;
}

}  // namespace callboard::offers
