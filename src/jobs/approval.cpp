#include "jobs/approval.h"

#include "base/error.h"
#include "jobs/access.h"

namespace callboard::jobs {

void change_headcount(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id,
                      const std::optional<Compensation>& salary_range) {
    visible(snapshot, actor, id, kDenied);
    require_changing(actor, ErrorKind::no_access);
    if (salary_range && salary_range->min && salary_range->max && *salary_range->min > *salary_range->max)
        throw invalid_request("INVALID_SALARY_RANGE", "min must not be greater than max");
    throw forbidden("APPROVAL_PROCESS_NOT_ENABLED", "job approval is not enabled");
}

void latest_approval(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id) {
    visible(snapshot, actor, id, kUnauthorized);
    throw not_found("APPROVALS_NOT_FOUND", "no approval was requested for this job");
}

}  // namespace callboard::jobs
