#include "api/jobs/approval.h"

#include "api/common/job_paths.h"
#include "base/error.h"
#include "jobs/access.h"

namespace callboard::api {

HeadcountPending change_headcount(db::Tx& tx, const edge::Call<HeadcountInput>& call) {
    jobs::visible(tx, call.actor(), job_id(call.path), jobs::kDenied);
    jobs::require_changing(call.actor(), ErrorKind::no_access);
    const auto& range = call.body.salary_range;
    if (range && range->min && range->max && *range->min > *range->max)
        throw invalid_request("INVALID_SALARY_RANGE", "min must not be greater than max");
    throw forbidden("APPROVAL_PROCESS_NOT_ENABLED", "job approval is not enabled");
}

JobApprovalView get_latest_job_approval(db::Snapshot& snapshot, const edge::Call<>& call) {
    jobs::visible(snapshot, call.actor(), job_id(call.path), jobs::kUnauthorized);
    throw not_found("APPROVALS_NOT_FOUND", "no approval was requested for this job");
}

}  // namespace callboard::api
