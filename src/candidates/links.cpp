#include "candidates/links.h"

#include <string>
#include <utility>
#include <vector>

#include "accounts/company_store.h"
#include "accounts/credential.h"
#include "base/random.h"
#include "candidates/applicant_link_store.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "jobs/job_store.h"
#include "mail/mail_store.h"
#include "mail/mail_text.h"
#include "mail/mime.h"
#include "mail/outbox.h"

namespace callboard::candidates {
namespace {

void delete_unsent(db::Tx& tx, const std::vector<MailId>& mails) {
    for (const MailId& mail : mails) mail::store::remove_unsent(tx, mail);
}

}  // namespace

bool mail_link(db::Tx& tx, const Candidate& candidate, const Question& question, mail::Mail mail,
               const accounts::LinkMailing& mailing) {
    if (mail::wait_for_next(tx, mail.kind, candidate.email)) return false;
    revoke_links(tx, candidate.id, question);
    if (!mail::can_be_mailed(candidate.email)) return false;
    const Secret token{random_secret()};
    const Timestamp expires_at = tx.now + kLinkLife;
    const Secret url{std::string{mailing.page}.append("?token=").append(token.reveal())};
    mail.to = candidate.email;
    const MailId id = mail::send(tx, mail, {.url = url, .expires_at = expires_at}, mailing.seal);
    store::insert_link(tx, accounts::hash_of(token.reveal()),
                       {.company = tx.company(),
                        .candidate = candidate.id,
                        .purpose = question.purpose,
                        .offer = question.offer,
                        .version = question.version,
                        .recipient = candidate.email,
                        .decision = std::nullopt,
                        .decided_at = std::nullopt},
                       id, expires_at);
    return true;
}

std::optional<FoundLink> find_link(db::Snapshot& snapshot, const Secret& token, LinkPurpose purpose) {
    auto link = store::find_link(snapshot, accounts::hash_of(token.reveal()));
    if (!link || link->purpose != purpose) return std::nullopt;
    db::Snapshot inside = snapshot.within(link->company);
    auto candidate = store::find(inside, link->candidate);
    // The old address may be somebody else's.
    if (!candidate || candidate->email != link->recipient) return std::nullopt;
    return FoundLink{.link = std::move(*link), .candidate = std::move(*candidate)};
}

bool use_link(db::Tx& tx, const Secret& token, Decision decision) {
    return store::decide_link(tx, accounts::hash_of(token.reveal()), decision);
}

void revoke_links(db::Tx& tx, const CandidateId& candidate) {
    delete_unsent(tx, store::delete_links(tx, candidate));
}

void revoke_links(db::Tx& tx, const CandidateId& candidate, const Question& question) {
    delete_unsent(tx, store::delete_links(tx, candidate, question.purpose, question.offer));
}

void revoke_links_of_deleted_offers(db::Tx& tx, const CandidateId& candidate) {
    delete_unsent(tx, store::delete_links_of_deleted_offers(tx, candidate));
}

void forget_links(db::Tx& tx, const CandidateId& candidate, std::string_view address) {
    revoke_links(tx, candidate);
    delete_unsent(tx, store::delete_applicant_links(tx, candidate));
    for (const auto kind : {mail::Kind::consent_request, mail::Kind::offer, mail::Kind::application_received})
        mail::forget_recipient(tx, kind, address);
}

events::Author as_candidate(const events::Author& visitor, const CandidateId& candidate) {
    return {.user = std::nullopt,
            .address = visitor.address,
            .request_id = visitor.request_id,
            .candidate = candidate};
}

std::string language_of(db::Snapshot& snapshot, const JobId& job) {
    const auto record = jobs::store::find_record(snapshot, job);
    return record ? record->ad_language : "";
}

std::string language_of(db::Snapshot& snapshot, const CandidateId& candidate) {
    const auto assignments = store::list_assignments(snapshot, candidate);
    const Assignment* const primary = primary_of(assignments);
    return primary ? language_of(snapshot, primary->job) : "";
}

std::string language_of_page(db::Snapshot& snapshot, std::string_view language) {
    return mail::has_texts_in(language) ? std::string{language}
                                        : accounts::store::own_company(snapshot).language;
}

}  // namespace callboard::candidates
