#include "candidates/applications.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "candidates/access.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "candidates/links.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"

namespace callboard::candidates {
namespace {

void save(db::Tx& tx, const Application& application) {
    store::update(tx, application);
    store::touch_others(tx, application.candidate, application.job);
}

void withdraw(db::Tx& tx, const accounts::Actor& actor, const Application& application) {
    store::remove(tx, application);
    revoke_links_of_deleted_offers(tx, application.candidate);
    store::touch(tx, application.candidate);
    if (!store::has_application(tx, application.candidate))
        store::remove_from_search_index(tx, application.candidate);
    events::append(tx, events::CandidateUpdated{application.candidate});
    events::audit(
        tx, actor,
        {.name = "JOB_APPLICATION_DELETED",
         .entity_type = "APPLICATION",
         .entity_id = application.id.text(),
         .context = {{"candidateId", application.candidate.text()}, {"jobId", application.job.text()}}});
}

std::string audit_value(const configuration::Source& source) {
    return source.type + "/" + source.sub_type + "/" + source.id;
}

std::string_view audit_value(const std::optional<Onboarding>& onboarding) {
    return onboarding ? name_of(*onboarding) : std::string_view{};
}

}  // namespace

Application job_application(db::Snapshot& snapshot, const accounts::Actor& actor,
                            const JobApplicationId& id) {
    auto found = store::find(snapshot, id);
    if (!found || !jobs::sees(snapshot, actor, found->job)) throw not_found("JOB_APPLICATION_NOT_FOUND");
    return std::move(*found);
}

void withdraw_application(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                          const JobId& job) {
    withdraw(tx, actor, lock_application(tx, actor, candidate, job, kApplicationForbidden));
}

void withdraw_application(db::Tx& tx, const accounts::Actor& actor, const JobApplicationId& id) {
    store::lock_row(tx, job_application(tx, actor, id).candidate);
    const Application application = job_application(tx, actor, id);  // read again under the lock
    require_changing(actor);
    withdraw(tx, actor, application);
}

void set_source(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                const SourceChoice& choice) {
    const Application before = lock_application(tx, actor, candidate, job, kApplicationUnauthorized);
    Application after = before;
    after.source = chosen(tx, choice, SourceCodes::of_change);
    if (after.source == before.source) return;
    save(tx, after);
    events::append(tx, events::ApplicationSourceUpdated{
                           .job_id = job, .candidate_id = candidate, .application_id = after.id});
    const std::string previous = audit_value(before.source);
    const std::string next = audit_value(after.source);
    events::audit(tx, actor,
                  {.name = "APPLICATION_SOURCE_MODIFIED",
                   .entity_type = "APPLICATION",
                   .entity_id = after.id.text(),
                   .context = {{"previousSource", previous}, {"nextSource", next}}});
}

std::optional<Onboarding> onboarding(db::Snapshot& snapshot, const accounts::Actor& actor,
                                     const CandidateId& candidate, const std::optional<JobId>& job) {
    if (job) return visible_application(snapshot, actor, candidate, *job, kOnboardingRefused).onboarding;
    return visible_primary(snapshot, actor, candidate, kNoAccess).onboarding;
}

void set_onboarding(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                    const std::optional<JobId>& job, Onboarding to) {
    const Application before = job ? lock_application(tx, actor, candidate, *job, kOnboardingRefused)
                                   : lock_primary_application(tx, actor, candidate, kNoAccess);
    if (before.onboarding == to) return;
    Application after = before;
    after.onboarding = to;
    save(tx, after);
    events::append(tx, events::ApplicationOnboardingStatusUpdated{
                           .job_id = after.job, .candidate_id = candidate, .application_id = after.id});
    events::audit(tx, actor,
                  {.name = "ONBOARDING_STATUS_UPDATED",
                   .entity_type = "APPLICATION",
                   .entity_id = after.id.text(),
                   .context = {{"fromValueId", audit_value(before.onboarding)}, {"toValueId", name_of(to)}}});
}

}  // namespace callboard::candidates
