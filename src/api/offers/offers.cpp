#include "api/offers/offers.h"

#include <utility>

#include "api/common/candidate_paths.h"
#include "edge/services.h"
#include "offers/approval.h"
#include "offers/documents.h"
#include "offers/listing.h"
#include "offers/offer_links.h"
#include "offers/offers.h"
#include "offers/terms.h"

namespace callboard::api {
namespace {

// --- from requests

OfferId offer_id(const edge::PathParams& path) {
    return path.id<OfferId>("offerId", "OFFER_NOT_FOUND");
}

// --- to views

std::string offer_path(const offers::Offer& offer) {
    return path_of(offer.candidate, offer.job) + "/offers/" + std::string{offer.id.text()};
}

template <class Call>
OfferView view(offers::Offer offer, const Call& call) {
    return {.id = offer.id,
            .status = offer.status,
            .created_on = offer.created_at,
            .updated_on = offer.updated_at,
            .properties = {std::move(offer.properties)},
            .actions = {.candidate = {.origin = call.public_url, .id = offer.candidate, .tail = {}},
                        .job = {.origin = call.public_url, .id = offer.job, .tail = {}},
                        .details = {.url = call.link(offer_path(offer))}}};
}

template <class Call>
OfferLineView line_view(offers::OfferLine line, const Call& call) {
    ApplicantPart candidate{.id = line.offer.candidate,
                            .first_name = std::move(line.first_name),
                            .last_name = std::move(line.last_name)};
    AppliedJobPart job{.id = line.offer.job, .title = std::move(line.job_title)};
    return {view(std::move(line.offer), call), std::move(candidate), std::move(job)};
}

template <class Call>
OfferList view(offers::OfferPage page, const Call& call) {
    OfferList list{
        .limit = call.query.limit, .offset = call.query.offset, .total_found = page.total, .content = {}};
    list.content.reserve(page.lines.size());
    for (auto& line : page.lines) list.content.push_back(line_view(std::move(line), call));
    return list;
}

// Of an offer that was sent.
std::optional<std::string> mail_warning(db::Snapshot& snapshot, const offers::Offer& offer,
                                        const edge::Call<OfferPatch>& call) {
    if (!offers::has_link(snapshot, offer))
        return "The candidate got no link to the offer: mail cannot be sent to the e-mail address";
    if (!call.services.sends_mail) return std::string{edge::kMailsWait};
    return std::nullopt;
}

}  // namespace

OfferList list_offers(db::Snapshot& snapshot, const edge::Call<wire::Nothing, offers::ListRequest>& call) {
    return view(offers::list(snapshot, call.actor(), call.query), call);
}

OfferList list_application_offers(db::Snapshot& snapshot,
                                  const edge::Call<wire::Nothing, ApplicationOffersQuery>& call) {
    const CandidateId candidate = candidate_id(call.path);
    const JobId job = applied_job_id(call.path);
    return view(offers::list_of(snapshot, call.actor(), candidate, job, call.query.offset, call.query.limit),
                call);
}

edge::Reply<OfferView> create_offer(db::Tx& tx, const edge::Call<OfferInput>& call) {
    const CandidateId candidate = candidate_id(call.path);
    const JobId job = applied_job_id(call.path);
    const wire::TextMap terms = call.body.properties.value_or(wire::TextMap{});
    auto made = offers::create_offer(tx, call.actor(), candidate, job, terms);
    offers::note_unknown_terms(tx, {terms.begin(), terms.end()}, wire::text_map_from(made.properties),
                               call.unknown);
    auto location = call.link(offer_path(made));
    return {.view = view(std::move(made), call), .location = std::move(location), .concerns = candidate};
}

OfferView get_offer(db::Snapshot& snapshot, const edge::Call<>& call) {
    const CandidateId candidate = candidate_id(call.path);
    const JobId job = applied_job_id(call.path);
    return view(offers::offer(snapshot, call.actor(), candidate, job, offer_id(call.path)), call);
}

edge::Reply<OfferView> patch_offer(db::Tx& tx, const edge::Call<OfferPatch>& call) {
    const CandidateId candidate = candidate_id(call.path);
    const JobId job = applied_job_id(call.path);
    const std::string page = call.link(edge::kOfferPath);
    auto changed = offers::change_offer(tx, call.actor(), candidate, job, offer_id(call.path),
                                        {.status = call.body.status, .properties = call.body.properties},
                                        accounts::LinkMailing{.page = page, .seal = call.services.seal});
    if (call.body.properties)
        offers::note_unknown_terms(tx, *call.body.properties, wire::text_map_from(changed.properties),
                                   call.unknown);
    const bool is_sent = call.body.status == offers::OfferStatus::pending_acceptance;
    auto warning = is_sent ? mail_warning(tx, changed, call) : std::nullopt;
    return {.view = view(std::move(changed), call), .warning = std::move(warning)};
}

ApprovalRequestView get_latest_offer_approval(db::Snapshot& snapshot, const edge::Call<>& call) {
    const CandidateId candidate = candidate_id(call.path);
    const JobId job = applied_job_id(call.path);
    offers::latest_approval(snapshot, call.actor(), candidate, job,
                            call.path.id<OfferId>("offerId", offers::kNoOfferToApprove));
}

OfferDocumentList list_offer_documents(db::Snapshot& snapshot, const edge::Call<>& call) {
    OfferDocumentList list;
    for (auto& document : offers::documents(snapshot, call.actor(), offer_id(call.path)))
        list.documents.push_back(
            {.id = document.id, .name = std::move(document.name), .created_date = document.created_at});
    return list;
}

edge::Download get_offer_document(db::Snapshot& snapshot, const edge::Call<>& call) {
    const OfferId offer = offer_id(call.path);
    const auto id = call.path.id<OfferDocumentId>("documentId", "DOCUMENT_NOT_FOUND");
    auto file = offers::document(snapshot, call.actor(), offer, id);
    return {.name = std::move(file.name), .bytes = std::move(file.content)};
}

}  // namespace callboard::api
