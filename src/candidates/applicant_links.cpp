#include "candidates/applicant_links.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "accounts/company_store.h"
#include "accounts/credential.h"
#include "base/random.h"
#include "candidates/applicant_link_store.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "candidates/links.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "mail/mime.h"
#include "mail/outbox.h"

namespace callboard::candidates {
namespace {

std::optional<store::ApplicantLink> find(db::Snapshot& snapshot, const Secret& token) {
    return store::find_applicant_link(snapshot, accounts::hash_of(token.reveal()));
}

// Locks the candidate's row: what is read afterwards stays as it is.
bool lock(db::Tx& tx, const store::ApplicantLink& link) {
    db::Tx inside = tx.within(link.company);
    return store::lock_row(inside, link.candidate);
}

void withdraw(db::Tx& tx, const events::Author& author, const Application& before) {
    Application after = before;
    after.status = Status::withdrawn;
    after.sub_status.reset();
    after.reason.reset();
    store::update(tx, after);
    store::touch_others(tx, after.candidate, after.job);
    store::insert_status_change(tx, after);
    events::append(tx, events::ApplicationStatusUpdated{
                           .job_id = after.job, .candidate_id = after.candidate, .application_id = after.id});
    events::audit(tx, author,
                  {.name = "JOB_APPLICATION_STATE_MODIFIED",
                   .entity_type = "APPLICATION",
                   .entity_id = after.id.text(),
                   .context = {{"previousStatus", name_of(before.status)},
                               {"previousStep", before.sub_status},
                               {"currentStatus", name_of(after.status)},
                               {"via", "LINK"}}});
}

}  // namespace

void mail_applicant_link(db::Tx& tx, const Applied& applied, const AppliedFor& job,
                         const accounts::LinkMailing& mailing) {
    const auto candidate = store::find(tx, applied.candidate);
    constexpr auto kKind = mail::Kind::application_received;
    if (!candidate || !mail::can_be_mailed(candidate->email)) return;
    if (mail::wait_for_next(tx, kKind, candidate->email)) return;
    const Secret token{random_secret()};
    const Timestamp expires_at = tx.now + kApplicantLinkLife;
    const Secret url{std::string{mailing.page}.append("?token=").append(token.reveal())};
    const MailId mail =
        mail::send(tx,
                   {.kind = kKind,
                    .to = candidate->email,
                    .language = job.language,
                    .values = {{"company", accounts::store::own_company(tx).name}, {"job", job.title}}},
                   {.url = url, .expires_at = expires_at}, mailing.seal);
    store::insert_applicant_link(
        tx, accounts::hash_of(token.reveal()),
        {.company = tx.company(), .candidate = candidate->id, .job = job.job, .recipient = candidate->email},
        mail, expires_at);
}

std::optional<OwnApplication> own_application(db::Snapshot& snapshot, const Secret& token) {
    const auto link = find(snapshot, token);
    if (!link) return std::nullopt;
    db::Snapshot inside = snapshot.within(link->company);
    auto candidate = store::find(inside, link->candidate);
    // The old address may be somebody else's.
    if (!candidate || candidate->email != link->recipient) return std::nullopt;
    auto assignments = store::list_assignments(inside, link->candidate);
    const auto applied = std::ranges::find(assignments, link->job, &Assignment::job);
    if (applied == assignments.end()) return std::nullopt;
    return OwnApplication{.company = link->company,
                          .candidate = link->candidate,
                          .job = link->job,
                          .job_title = std::move(applied->job_title),
                          .first_name = std::move(candidate->first_name),
                          .status = applied->status,
                          .applied_at = applied->created_at,
                          .erasure_requested_at = store::find_erasure_request(inside, link->candidate)};
}

bool can_withdraw(Status status) {
    switch (status) {
        case Status::fresh:
        case Status::in_review:
        case Status::interview:
        case Status::offered: return true;
        case Status::lead:
        case Status::hired:
        case Status::rejected:
        case Status::withdrawn:
        case Status::transferred: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

bool withdraw_by_link(db::Tx& tx, const Secret& token, const events::Author& visitor) {
    const auto link = find(tx, token);
    if (!link || !lock(tx, *link)) return false;
    const auto own = own_application(tx, token);
    if (!own || !can_withdraw(own->status)) return false;
    db::Tx inside = tx.within(link->company);
    const auto application = store::find(inside, link->candidate, link->job);
    if (!application) return false;
    withdraw(inside, as_candidate(visitor, link->candidate), *application);
    return true;
}

bool request_erasure(db::Tx& tx, const Secret& token, const events::Author& visitor) {
    const auto link = find(tx, token);
    if (!link || !lock(tx, *link) || !own_application(tx, token)) return false;
    db::Tx inside = tx.within(link->company);
    if (!store::insert_erasure_request(inside, link->candidate)) return false;
    events::audit(inside, as_candidate(visitor, link->candidate),
                  {.name = "CANDIDATE_ERASURE_REQUESTED",
                   .entity_type = "CANDIDATE",
                   .entity_id = link->candidate.text(),
                   .context = {{"via", "LINK"}}});
    return true;
}

}  // namespace callboard::candidates
