#include "jobs/publication.h"

#include "base/error.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/job_store.h"
#include "jobs/status.h"

namespace callboard::jobs {
namespace {

// False when there was nothing to do. Of two that want the same at once, one does it and both are content.
bool move_to(db::Tx& tx, const Job& job, Posting posting) {
    if (job.posting == posting) return false;
    if (store::move_posting(tx, job, posting)) {
        events::append(tx, events::JobAdPostingsUpdated{.job_id = job.id, .job_ad_id = job.default_ad});
        return true;
    }
    const auto now = store::find(tx, job.id);
    if (!now || now->posting != posting) throw changed_meanwhile();
    return false;
}

Job publishable(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id) {
    Job job = visible(snapshot, actor, id);
    if (!may_change(actor)) {
        throw forbidden("NOT_AUTHORIZED_TO_PUBLISH_JOB", "the role of this user may not publish jobs");
    }
    return job;
}

}  // namespace

void publish(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const Audience& audience) {
    const Job job = publishable(tx, actor, id);
    if (!move_to(tx, job, audience.posting)) return;
    if (job.status == Status::created) change_status(tx, actor, job, Status::sourcing);
    events::audit(tx, actor,
                  {.name = "JOB_PUBLISHED",
                   .entity_type = "JOB",
                   .entity_id = job.id.text(),
                   .context = {{"visibility", name_of(audience.posting)},
                               {"aggregators", audience.aggregators ? "true" : "false"}}});
}

void unpublish(db::Tx& tx, const accounts::Actor& actor, const JobId& id) {
    const Job job = publishable(tx, actor, id);
    if (!move_to(tx, job, Posting::not_published)) return;
    events::audit(tx, actor, {.name = "JOB_UNPUBLISHED", .entity_type = "JOB", .entity_id = job.id.text()});
}

}  // namespace callboard::jobs
