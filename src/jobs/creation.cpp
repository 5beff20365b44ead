#include "jobs/creation.h"

#include <utility>

#include "accounts/company_store.h"
#include "base/error.h"
#include "base/random.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/ad_store.h"
#include "jobs/change.h"
#include "jobs/hiring_team_store.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

// In the format REF4028317V.
std::string new_ref_number() {
    return "REF" + random_text(7, "0123456789") + random_text(1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

void store_job(db::Tx& tx, const Job& job, Content& made, bool ref_number_given) {
    if (!ref_number_given) made.summary.ref_number = new_ref_number();
    while (!store::insert(tx, job, made)) {
        if (ref_number_given) throw ref_number_taken();
        made.summary.ref_number = new_ref_number();
    }
}

}  // namespace

Job create(db::Tx& tx, const accounts::Actor& actor, Draft draft) {
    const Kind kind = draft.kind.value_or(Kind::job);
    const bool ref_number_given = draft.ref_number.has_value();
    require_creating(actor, kind);
    Content made = content_of(tx, actor, std::move(draft));
    if (ref_number_given) accounts::store::lock_company(tx);
    const Job job{.id = tx.new_id<JobId>(),
                  .kind = kind,
                  .status = Status::created,
                  .posting = Posting::not_published,
                  .default_ad = tx.new_id<JobAdId>(),
                  .creator = actor.id()};
    store_job(tx, job, made, ref_number_given);
    store::insert_ad(tx, job.id, {.id = job.default_ad, .title = made.summary.title, .creator = actor.id()});
    store::insert_status_change(tx, job.id, job.status, actor.id());
    store::insert_member(tx, job.id, {.user = actor.id(), .role = "RECRUITER"});

    const std::string ad = audit_json(job.default_ad, made.summary.title, made.ad_language);
    events::append(tx, events::JobCreated{job.id});
    events::append(tx, events::JobAdCreated{job.id, job.default_ad});
    events::audit(tx, actor, {.name = "JOB_CREATED", .entity_type = "JOB", .entity_id = job.id.text()});
    events::audit(tx, actor,
                  {.name = "JOB_AD_CREATED",
                   .entity_type = "JOB_AD",
                   .entity_id = job.default_ad.text(),
                   .context = {{"jobId", job.id.text()}, {"jobAd", events::AuditValue::json(ad)}}});
    return job;
}

}  // namespace callboard::jobs
