#include "api/jobs/note.h"

#include "api/common/job_paths.h"
#include "jobs/note.h"

namespace callboard::api {

JobNote get_job_note(db::Snapshot& snapshot, const edge::Call<>& call) {
    return {.content = jobs::note(snapshot, call.actor(), job_id(call.path))};
}

JobNote put_job_note(db::Tx& tx, const edge::Call<JobNote>& call) {
    jobs::write_note(tx, call.actor(), job_id(call.path), call.body.content);
    return call.body;
}

}  // namespace callboard::api
