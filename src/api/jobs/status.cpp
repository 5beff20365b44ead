#include "api/jobs/status.h"

#include "api/common/job_paths.h"
#include "jobs/status.h"

namespace callboard::api {

JobStatusMessage set_job_status(db::Tx& tx, const edge::Call<JobStatusMessage>& call) {
    jobs::set_status(tx, call.actor(), job_id(call.path), call.body.status);
    return call.body;
}

StatusHistory get_status_history(db::Snapshot& snapshot, const edge::Call<>& call) {
    StatusHistory history;
    for (const auto& change : jobs::status_history(snapshot, call.actor(), job_id(call.path))) {
        history.content.push_back({.changed_on = change.at,
                                   .status = change.status,
                                   .actions = {.user = {.url = call.link(path_of_user(change.user))}}});
    }
    history.total_found = std::ssize(history.content);
    return history;
}

}  // namespace callboard::api
