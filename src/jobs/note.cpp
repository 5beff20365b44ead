#include "jobs/note.h"

#include <utility>

#include "base/error.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/job_store.h"

namespace callboard::jobs {

std::string note(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id) {
    visible(snapshot, actor, id, kUnauthorized);
    auto content = store::find_note(snapshot, id);
    if (!content) throw not_found("NOTE_NOT_FOUND", "this job has no note");
    return std::move(*content);
}

void write_note(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const std::string& content) {
    visible(tx, actor, id, kUnauthorized);
    require_writing_notes(actor);
    if (store::find_note(tx, id) == content) return;
    store::put_note(tx, id, content);
    store::touch(tx, id);
    events::append(tx, events::JobUpdated{id});
    events::audit(tx, actor,
                  {.name = "JOB_UPDATED",
                   .entity_type = "JOB",
                   .entity_id = id.text(),
                   .context = {{"changed", "note"}}});
}

}  // namespace callboard::jobs
