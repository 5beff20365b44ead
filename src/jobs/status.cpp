#include "jobs/status.h"

#include "base/error.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/job_store.h"

namespace callboard::jobs {

void change_status(db::Tx& tx, const accounts::Actor& actor, const Job& job, Status to) {
    if (job.status == to) return;
    if (!store::move_status(tx, job, to)) throw changed_meanwhile();
    store::insert_status_change(tx, job.id, to, actor.id());
    events::append(tx, events::JobStatusUpdated{job.id});
    events::audit(tx, actor,
                  {.name = "JOB_STATUS_CHANGED",
                   .entity_type = "JOB",
                   .entity_id = job.id.text(),
                   .context = {{"previousStatus", name_of(job.status)}, {"currentStatus", name_of(to)}}});
}

void set_status(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Status to) {
    change_status(tx, actor, to_change(tx, actor, id, kForbidden), to);
}

std::vector<StatusChange> status_history(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const JobId& id) {
    visible(snapshot, actor, id, kUnauthorized);
    return store::list_status_changes(snapshot, id);
}

}  // namespace callboard::jobs
