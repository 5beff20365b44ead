#include "jobs/status.h"

#include <cstdlib>

#include "base/error.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/job_store.h"

namespace callboard::jobs {

namespace {

// The progress of a job for comparison; jobs that are closed or on hold are never advanced automatically.
int progress(Status status) {
    switch (status) {
        case Status::created: return 0;
        case Status::sourcing: return 1;
        case Status::interview: return 2;
        case Status::offer: return 3;
        case Status::filled:
        case Status::cancelled:
        case Status::on_hold: return 4;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace

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
    change_status(tx, actor, lock_job(tx, actor, id, kForbidden), to);
}

void advance_status(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Status reached) {
    const auto is_behind = [&] { return progress(store::find(tx, id).value().status) < progress(reached); };
    if (!is_behind()) return;  // the usual case, decided without the row lock
    store::lock_row(tx, id);
    if (is_behind()) change_status(tx, actor, store::find(tx, id).value(), reached);
}

std::vector<StatusChange> status_history(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const JobId& id) {
    visible(snapshot, actor, id, kUnauthorized);
    return store::list_status_changes(snapshot, id);
}

}  // namespace callboard::jobs
