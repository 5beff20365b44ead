#include "api/candidates/applications.h"

#include <utility>

#include "candidates/access.h"
#include "candidates/applications.h"
#include "candidates/status.h"

namespace callboard::api {
namespace {

candidates::Move move_of(const ApplicationStatusInput& input) {
    return {.status = input.status,
            .sub_status = input.sub_status,
            .reason = input.reason,
            .starts_at = input.starts_on};
}

JobApplicationId job_application_id(const edge::PathParams& path) {
    return path.id<JobApplicationId>("jobApplicationId", "JOB_APPLICATION_NOT_FOUND");
}

}  // namespace

ApplicationView get_application(db::Snapshot& snapshot, const edge::Call<>& call) {
    return application_view(
        snapshot,
        candidates::visible_application(snapshot, call.actor(), candidate_id(call.path),
                                        applied_job_id(call.path), candidates::kApplicationForbidden),
        call.public_url);
}

wire::Nothing delete_application(db::Tx& tx, const edge::Call<>& call) {
    candidates::withdraw_application(tx, call.actor(), candidate_id(call.path), applied_job_id(call.path));
    return {};
}

wire::Nothing set_application_source(db::Tx& tx, const edge::Call<SourceInput>& call) {
    const SourceInput& input = call.body;
    candidates::set_source(
        tx, call.actor(), candidate_id(call.path), applied_job_id(call.path),
        {.type = input.source_type_id, .sub_type = input.source_sub_type_id, .id = input.source_id});
    return {};
}

ScreeningAnswerList get_screening_answers(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto answers = candidates::screening_answers(snapshot, call.actor(), candidate_id(call.path),
                                                 applied_job_id(call.path));
    return {.total_found = std::ssize(answers.content), .content = std::move(answers.content)};
}

template <ApplicationChoice choice>
wire::Nothing set_application_status(db::Tx& tx, const edge::Call<ApplicationStatusInput>& call) {
    const CandidateId candidate = candidate_id(call.path);
    if constexpr (choice == ApplicationChoice::primary) {
        candidates::set_primary_status(tx, call.actor(), candidate, move_of(call.body));
    } else {
        candidates::set_status(tx, call.actor(), candidate, applied_job_id(call.path), move_of(call.body));
    }
    return {};
}
template wire::Nothing set_application_status<ApplicationChoice::of_job>(
    db::Tx&, const edge::Call<ApplicationStatusInput>&);
template wire::Nothing set_application_status<ApplicationChoice::primary>(
    db::Tx&, const edge::Call<ApplicationStatusInput>&);

template <ApplicationChoice choice>
ApplicationHistory get_application_history(db::Snapshot& snapshot, const edge::Call<>& call) {
    const CandidateId candidate = candidate_id(call.path);
    const auto changes = choice == ApplicationChoice::primary
                             ? candidates::primary_status_history(snapshot, call.actor(), candidate)
                             : candidates::status_history(snapshot, call.actor(), candidate,
                                                          applied_job_id(call.path, "JOB_NOT_FOUND"));
    ApplicationHistory history;
    for (const auto& change : changes) {
        history.content.push_back({.changed_on = change.at,
                                   .status = change.status,
                                   .sub_status = change.sub_status,
                                   .actions = {}});
    }
    history.total_found = std::ssize(history.content);
    return history;
}
template ApplicationHistory get_application_history<ApplicationChoice::of_job>(db::Snapshot&,
                                                                               const edge::Call<>&);
template ApplicationHistory get_application_history<ApplicationChoice::primary>(db::Snapshot&,
                                                                                const edge::Call<>&);

template <ApplicationChoice choice>
OnboardingView get_onboarding(db::Snapshot& snapshot, const edge::Call<>& call) {
    return {.onboarding_status = {candidates::onboarding(snapshot, call.actor(), candidate_id(call.path),
                                                         job_if_named<choice>(call.path, "JOB_NOT_FOUND"))}};
}
template OnboardingView get_onboarding<ApplicationChoice::of_job>(db::Snapshot&, const edge::Call<>&);
template OnboardingView get_onboarding<ApplicationChoice::primary>(db::Snapshot&, const edge::Call<>&);

template <ApplicationChoice choice>
wire::Nothing set_onboarding(db::Tx& tx, const edge::Call<OnboardingInput>& call) {
    candidates::set_onboarding(tx, call.actor(), candidate_id(call.path),
                               job_if_named<choice>(call.path, "JOB_NOT_FOUND"), call.body.onboarding_status);
    return {};
}
template wire::Nothing set_onboarding<ApplicationChoice::of_job>(db::Tx&, const edge::Call<OnboardingInput>&);
template wire::Nothing set_onboarding<ApplicationChoice::primary>(db::Tx&,
                                                                  const edge::Call<OnboardingInput>&);

JobApplicationView get_job_application(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto application = candidates::job_application(snapshot, call.actor(), job_application_id(call.path));
    return {.status = application.status,
            .sub_status = std::move(application.sub_status),
            .source_identifier = configuration::identifier_of(snapshot, application.source),
            .create_date = application.created_at,
            .profile_id = application.candidate,
            .job_id = application.job};
}

wire::Nothing delete_job_application(db::Tx& tx, const edge::Call<>& call) {
    candidates::withdraw_application(tx, call.actor(), job_application_id(call.path));
    return {};
}

}  // namespace callboard::api
