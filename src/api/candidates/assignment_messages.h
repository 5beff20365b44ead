// Views of an application: in lists, within its candidate, and alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/common/actions.h"
#include "api/common/job_link.h"
#include "base/clock.h"
#include "base/id.h"
#include "candidates/application.h"
#include "db/db.h"
#include "wire/shape.h"

namespace callboard::api {

struct AssignedJob {
    JobId id;
    std::string title;
    JobDetailsAction actions;

    static constexpr std::string_view kName = "AssignedJob";
    static constexpr auto shape() {
        using Self = AssignedJob;
        return wire::fields(wire::field("id", &Self::id), wire::field("title", &Self::title),
                            wire::field("actions", &Self::actions));
    }
};

struct PrimaryLine {
    AssignedJob job;
    candidates::Status status{};
    std::optional<std::string> sub_status;

    static constexpr std::string_view kName = "PrimaryAssignment";
    static constexpr auto shape() {
        using Self = PrimaryLine;
        return wire::fields(wire::field("job", &Self::job), wire::field("status", &Self::status),
                            wire::field("subStatus", &Self::sub_status));
    }
};

struct LinkedJob {
    JobId id;
    JobDetailsAction actions;

    static constexpr std::string_view kName = "LinkedJob";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &LinkedJob::id), wire::field("actions", &LinkedJob::actions));
    }
};

struct SecondaryLine {
    LinkedJob job;

    static constexpr std::string_view kName = "SecondaryAssignment";
    static constexpr auto shape() { return wire::fields(wire::field("job", &SecondaryLine::job)); }
};

struct ReasonView {
    std::string id;
    std::string label;

    static constexpr std::string_view kName = "Reason";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &ReasonView::id), wire::field("label", &ReasonView::label));
    }
};

struct SourceAction {
    Action source_details;

    static constexpr std::string_view kName = "AssignmentActions";
    static constexpr auto shape() {
        return wire::fields(wire::field("sourceDetails", &SourceAction::source_details));
    }
};

struct AssignmentView {
    AssignedJob job;
    candidates::Status status{};
    std::optional<std::string> sub_status;
    std::optional<Timestamp> starts_on;
    std::string source;
    std::optional<ReasonView> reason_of_rejection;
    std::optional<ReasonView> reason_of_withdrawal;
    SourceAction actions;

    static constexpr std::string_view kName = "Assignment";
    static constexpr auto shape() {
        using Self = AssignmentView;
        return wire::fields(wire::field("job", &Self::job), wire::field("status", &Self::status),
                            wire::field("subStatus", &Self::sub_status),
                            wire::field("startsOn", &Self::starts_on), wire::field("source", &Self::source),
                            wire::field("reasonOfRejection", &Self::reason_of_rejection),
                            wire::field("reasonOfWithdrawal", &Self::reason_of_withdrawal),
                            wire::field("actions", &Self::actions));
    }
};

struct ApplicationView {
    JobApplicationId application_id;
    candidates::Status status{};
    std::optional<std::string> sub_status;
    std::optional<Timestamp> starts_on;
    std::string source;
    std::optional<ReasonView> reason_of_rejection;
    std::optional<ReasonView> reason_of_withdrawal;
    SourceAction actions;
    std::string url;

    static constexpr std::string_view kName = "Application";
    static constexpr auto shape() {
        using Self = ApplicationView;
        return wire::fields(wire::field("applicationId", &Self::application_id),
                            wire::field("status", &Self::status), wire::field("subStatus", &Self::sub_status),
                            wire::field("startsOn", &Self::starts_on), wire::field("source", &Self::source),
                            wire::field("reasonOfRejection", &Self::reason_of_rejection),
                            wire::field("reasonOfWithdrawal", &Self::reason_of_withdrawal),
                            wire::field("actions", &Self::actions), wire::field("url", &Self::url));
    }
};

// With the labels of their reasons, which the snapshot has.
AssignmentView assignment_view(db::Snapshot& snapshot, candidates::Assignment assignment,
                               std::string_view origin);
ApplicationView application_view(db::Snapshot& snapshot, candidates::Application application,
                                 std::string_view origin);
PrimaryLine primary_line(candidates::Assignment assignment, std::string_view origin);
SecondaryLine secondary_line(const candidates::Assignment& assignment, std::string_view origin);

}  // namespace callboard::api
