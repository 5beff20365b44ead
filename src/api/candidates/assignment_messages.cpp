#include "api/candidates/assignment_messages.h"

#include <utility>

#include "api/common/candidate_paths.h"
#include "base/encoding.h"
#include "configuration/reasons.h"

namespace callboard::api {
namespace {

AssignedJob job_of(candidates::Assignment& assignment, std::string_view origin) {
    return {.id = assignment.job,
            .title = std::move(assignment.job_title),
            .actions = {.details = {origin, assignment.job, {}}}};
}

std::optional<ReasonView> reason(db::Snapshot& snapshot, const candidates::Application& application,
                                 candidates::Status status, configuration::ReasonKind kind) {
    if (application.status != status || !application.reason) return std::nullopt;
    auto label = configuration::label_of_reason(snapshot, kind, *application.reason);
    if (!label) return std::nullopt;
    return ReasonView{.id = *application.reason, .label = std::move(*label)};
}

std::optional<ReasonView> rejection(db::Snapshot& snapshot, const candidates::Application& application) {
    return reason(snapshot, application, candidates::Status::rejected, configuration::ReasonKind::rejection);
}

std::optional<ReasonView> withdrawal(db::Snapshot& snapshot, const candidates::Application& application) {
    return reason(snapshot, application, candidates::Status::withdrawn,
                  configuration::ReasonKind::withdrawal);
}

SourceAction source_action(const configuration::Source& source, std::string_view origin) {
    return {.source_details = {.url = std::string{origin} + "/configuration/sources/" +
                                      percent_encode(source.type) + "/values/" + percent_encode(source.id) +
                                      "?sourceSubType=" + percent_encode(source.sub_type)}};
}

}  // namespace

AssignmentView assignment_view(db::Snapshot& snapshot, candidates::Assignment assignment,
                               std::string_view origin) {
    return {.job = job_of(assignment, origin),
            .status = assignment.status,
            .sub_status = std::move(assignment.sub_status),
            .starts_on = assignment.starts_at,
            .source = assignment.source.label,
            .reason_of_rejection = rejection(snapshot, assignment),
            .reason_of_withdrawal = withdrawal(snapshot, assignment),
            .actions = source_action(assignment.source, origin)};
}

ApplicationView application_view(db::Snapshot& snapshot, candidates::Application application,
                                 std::string_view origin) {
    return {.application_id = application.id,
            .status = application.status,
            .sub_status = std::move(application.sub_status),
            .starts_on = application.starts_at,
            .source = application.source.label,
            .reason_of_rejection = rejection(snapshot, application),
            .reason_of_withdrawal = withdrawal(snapshot, application),
            .actions = source_action(application.source, origin),
            .url = std::string{origin} + path_of(application.candidate, application.job)};
}

PrimaryLine primary_line(candidates::Assignment assignment, std::string_view origin) {
    return {.job = job_of(assignment, origin),
            .status = assignment.status,
            .sub_status = std::move(assignment.sub_status)};
}

SecondaryLine secondary_line(const candidates::Assignment& assignment, std::string_view origin) {
    return {.job = {.id = assignment.job, .actions = {.details = {origin, assignment.job, {}}}}};
}

}  // namespace callboard::api
