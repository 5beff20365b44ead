#pragma once

#include <vector>

#include "api/common/actions.h"
#include "base/clock.h"
#include "db/db.h"
#include "edge/call.h"
#include "jobs/job.h"
#include "wire/shape.h"

namespace callboard::api {

struct JobStatusMessage {
    jobs::Status status{};

    static constexpr std::string_view kName = "JobStatus";
    static constexpr auto shape() { return wire::fields(wire::field("status", &JobStatusMessage::status)); }
    static JobStatusMessage example() { return {.status = jobs::Status::on_hold}; }
};

struct UserAction {
    Action user;

    static constexpr std::string_view kName = "JobStatusChangeActions";
    static constexpr auto shape() { return wire::fields(wire::field("user", &UserAction::user)); }
};

struct StatusChangeView {
    Timestamp changed_on;
    jobs::Status status{};
    UserAction actions;

    static constexpr std::string_view kName = "JobStatusChange";
    static constexpr auto shape() {
        using Self = StatusChangeView;
        return wire::fields(wire::field("changedOn", &Self::changed_on), wire::field("status", &Self::status),
                            wire::field("actions", &Self::actions));
    }
};

struct StatusHistory {
    std::int64_t total_found = 0;
    std::vector<StatusChangeView> content;

    static constexpr std::string_view kName = "JobStatusHistory";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &StatusHistory::total_found),
                            wire::field("content", &StatusHistory::content));
    }
};

JobStatusMessage set_job_status(db::Tx& tx, const edge::Call<JobStatusMessage>& call);
StatusHistory get_status_history(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
