#include "offers/offers.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "accounts/company_store.h"
#include "base/error.h"
#include "candidates/access.h"
#include "candidates/links.h"
#include "candidates/status.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "offers/letter.h"
#include "offers/offer_links.h"
#include "offers/offer_store.h"
#include "offers/terms.h"

namespace callboard::offers {
namespace {

using candidates::kApplicationUnauthorized;

Offer existing(db::Snapshot& snapshot, const CandidateId& candidate, const JobId& job, const OfferId& id,
               const char* absent) {
    auto found = store::find(snapshot, id);
    if (!found || found->candidate != candidate || found->job != job) throw not_found(absent);
    return std::move(*found);
}

std::string changed_properties(db::Snapshot& snapshot, const Offer& offer, const wire::TextMapPatch& patch) {
    const auto before = wire::text_map_from(offer.properties);
    const auto properties = configured_terms(snapshot, wire::merged(before, patch), before);
    if (properties.size() > kMaxProperties) {
        throw Error{ErrorKind::invalid_request,
                    Fault{"VALIDATION_ERROR",
                          "an offer can have at most " + std::to_string(kMaxProperties) + " properties",
                          "/properties"}};
    }
    return wire::to_json(properties);
}

Offer changed(db::Snapshot& snapshot, Offer offer, const OfferChange& change) {
    const OfferStatus status = offer.status;
    if (change.properties) {
        std::string properties = changed_properties(snapshot, offer, *change.properties);
        if (properties != offer.properties && status != OfferStatus::created)
            throw conflict("OFFER_STATUS_CONFLICT",
                           "properties can only be changed while the offer is CREATED");
        offer.properties = std::move(properties);
    }
    if (change.status && *change.status != status) {
        if (!may_become(status, *change.status)) {
            throw conflict("OFFER_STATUS_CONFLICT", "an offer that is " + std::string{name_of(status)} +
                                                        " cannot become " +
                                                        std::string{name_of(*change.status)});
        }
        offer.status = *change.status;
    }
    return offer;
}

std::string title_in(const std::vector<candidates::Assignment>& assignments, const JobId& job) {
    return std::ranges::find(assignments, job, &candidates::Assignment::job)->job_title;
}

void send(db::Tx& tx, const accounts::Actor& actor, const Offer& offer,
          const std::optional<accounts::LinkMailing>& mailing) {
    const auto [receiver, assignments] =
        candidates::visible(tx, actor, offer.candidate, candidates::kUnauthorized);
    const std::string job_title = title_in(assignments, offer.job);
    const Letter letter{.company = accounts::store::own_company(tx).name,
                        .candidate = receiver.first_name + " " + receiver.last_name,
                        .job_title = job_title,
                        .date = tx.now,
                        .terms = wire::text_map_from(offer.properties),
                        .language = candidates::language_of_page(tx, candidates::language_of(tx, offer.job))};
    store::insert(tx, offer.id,
                  {.id = tx.new_id<OfferDocumentId>(), .name = "Offer.txt", .created_at = tx.now},
                  text_of(letter, configuration::offer_properties_without_choices(tx)));
    if (mailing) mail_link(tx, offer, receiver, job_title, *mailing);
}

// The link has expired, or the candidate has another address now.
void mail_again_if_needed(db::Tx& tx, const accounts::Actor& actor, const Offer& offer,
                          const accounts::LinkMailing& mailing) {
    if (has_link(tx, offer)) return;
    const auto [receiver, assignments] =
        candidates::visible(tx, actor, offer.candidate, candidates::kUnauthorized);
    mail_link(tx, offer, receiver, title_in(assignments, offer.job), mailing);
}

void advance_candidate(db::Tx& tx, const accounts::Actor& actor, const candidates::Application& application) {
    using enum candidates::Status;
    if (application.status == offered || application.status == hired) return;
    candidates::move(
        tx, actor, application,
        {.status = offered, .sub_status = std::nullopt, .reason = std::nullopt, .starts_at = std::nullopt});
}

void audit_decision(db::Tx& tx, const events::Author& author, const Offer& offer, std::string_view name) {
    const auto via = author.candidate ? std::optional<std::string>{"LINK"} : std::nullopt;
    events::audit(tx, author,
                  {.name = name,
                   .entity_type = "OFFER",
                   .entity_id = offer.id.text(),
                   .context = {{"viaIntegration", "false"}, {"via", via}}});
}

// The terms are confidential and not part of the audit record.
void audit_change(db::Tx& tx, const events::Author& author, const Offer& before, const Offer& after) {
    if (after.status == OfferStatus::accepted) return audit_decision(tx, author, after, "OFFER_ACCEPTED");
    if (after.status == OfferStatus::not_accepted) return audit_decision(tx, author, after, "OFFER_DECLINED");
    events::audit(
        tx, author,
        {.name = "OFFER_UPDATED",
         .entity_type = "OFFER",
         .entity_id = after.id.text(),
         .context = {{"previousStatus", name_of(before.status)}, {"currentStatus", name_of(after.status)}}});
}

void save(db::Tx& tx, const events::Author& author, const Offer& before, const Offer& after) {
    store::update(tx, after);
    events::append(
        tx, events::OfferUpdated{.job_id = after.job, .candidate_id = after.candidate, .offer_id = after.id});
    audit_change(tx, author, before, after);
}

}  // namespace

Offer offer(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& candidate,
            const JobId& job, const OfferId& id, const char* absent) {
    candidates::visible_application(snapshot, actor, candidate, job, kApplicationUnauthorized);
    return existing(snapshot, candidate, job, id, absent);
}

Offer create_offer(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                   const wire::TextMap& properties) {
    candidates::lock_application(tx, actor, candidate, job, kApplicationUnauthorized);
    const wire::TextMap terms = configured_terms(tx, properties);
    require_valid_terms(tx, terms);
    Offer made{.id = tx.new_id<OfferId>(),
               .candidate = candidate,
               .job = job,
               .status = OfferStatus::created,
               .properties = wire::to_json(terms),
               .sent_at = std::nullopt,
               .created_at = tx.now,
               .updated_at = tx.now};
    store::insert(tx, made);
    events::append(tx, events::OfferCreated{.job_id = job, .candidate_id = candidate, .offer_id = made.id});
    events::audit(tx, actor,
                  {.name = "OFFER_CREATED",
                   .entity_type = "OFFER",
                   .entity_id = made.id.text(),
                   .context = {{"candidateId", candidate.text()}, {"jobId", job.text()}}});
    return made;
}

Offer change_offer(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                   const OfferId& id, const OfferChange& change,
                   const std::optional<accounts::LinkMailing>& mailing) {
    const auto application =
        candidates::lock_application(tx, actor, candidate, job, kApplicationUnauthorized);
    Offer before = existing(tx, candidate, job, id, "OFFER_NOT_FOUND");
    Offer after = changed(tx, before, change);
    if (after == before) {
        if (change.status == OfferStatus::pending_acceptance && mailing)
            mail_again_if_needed(tx, actor, before, *mailing);
        return before;
    }
    if (after.properties != before.properties)
        require_valid_terms(tx, wire::text_map_from(after.properties),
                            wire::text_map_from(before.properties));
    if (after.status == OfferStatus::pending_approval || after.status == OfferStatus::pending_acceptance)
        require_complete_terms(tx, wire::text_map_from(after.properties));
    const bool is_sent = after.status == OfferStatus::pending_acceptance;  // this status is reached only once
    if (is_sent) after.sent_at = tx.now;
    after.updated_at = tx.now;
    save(tx, actor, before, after);
    if (is_sent) {
        send(tx, actor, after, mailing);
        advance_candidate(tx, actor, application);
    } else if (before.status == OfferStatus::pending_acceptance) {
        revoke_links(tx, after);
    }
    return after;
}

void record_answer(db::Tx& tx, const events::Author& author, const Offer& offer, OfferStatus answer) {
    Offer after = offer;
    after.status = answer;
    after.updated_at = tx.now;
    save(tx, author, offer, after);
}

}  // namespace callboard::offers
