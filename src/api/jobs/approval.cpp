#include "api/jobs/approval.h"

#include "api/common/job_paths.h"
#include "jobs/approval.h"

namespace callboard::api {

HeadcountPending change_headcount(db::Tx& tx, const edge::Call<HeadcountInput>& call) {
    jobs::change_headcount(tx, call.actor(), job_id(call.path), call.body.salary_range);
}

JobApprovalView get_latest_job_approval(db::Snapshot& snapshot, const edge::Call<>& call) {
    jobs::latest_approval(snapshot, call.actor(), job_id(call.path));
}

}  // namespace callboard::api
