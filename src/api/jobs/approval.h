// Approvals of jobs are not available yet: these operations always fail with a documented error.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/db.h"
#include "edge/call.h"
#include "jobs/job_content.h"
#include "wire/shape.h"

namespace callboard::api {

struct HeadcountInput {
    std::optional<jobs::Compensation> salary_range;

    static constexpr std::string_view kName = "HeadcountInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("salaryRange", &HeadcountInput::salary_range));
    }
    static HeadcountInput example() {
        return {.salary_range = jobs::Compensation{.min = 40'000, .max = 50'000, .currency = "USD"}};
    }
};

struct HeadcountPending {
    std::string_view status = "PENDING";

    static constexpr std::string_view kName = "HeadcountPending";
    static constexpr auto shape() { return wire::fields(wire::field("status", &HeadcountPending::status)); }
};

struct JobApprovalView {
    std::string approval_request_id;

    static constexpr std::string_view kName = "JobApproval";
    static constexpr auto shape() {
        return wire::fields(wire::field("approvalRequestId", &JobApprovalView::approval_request_id));
    }
};

HeadcountPending change_headcount(db::Tx& tx, const edge::Call<HeadcountInput>& call);
JobApprovalView get_latest_job_approval(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
