#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/candidates/assignment_messages.h"
#include "api/candidates/candidate_messages.h"
#include "api/common/candidate_paths.h"
#include "base/clock.h"
#include "base/id.h"
#include "candidates/application.h"
#include "candidates/screening.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct ApplicationStatusInput {
    candidates::Status status{};
    std::optional<std::string> sub_status;
    std::optional<Timestamp> starts_on;
    std::optional<std::string> reason;

    static constexpr std::string_view kName = "CandidateStatus";
    static constexpr auto shape() {
        using Self = ApplicationStatusInput;
        return wire::fields(
            wire::field("status", &Self::status),
            wire::field("subStatus", &Self::sub_status,
                        {.min_length = 1, .max_length = 256, .about = "A sub-status of the hiring process."}),
            wire::field("startsOn", &Self::starts_on),
            wire::field("reason", &Self::reason,
                        {.min_length = 1,
                         .max_length = 256,
                         .about = "The id of a rejection or withdrawal reason."}));
    }
    static ApplicationStatusInput example() { return {.status = candidates::Status::interview}; }
};

struct NoActions {
    static constexpr std::string_view kName = "CandidateStatusChangeActions";
    static constexpr auto shape() { return wire::fields(); }
};

struct ApplicationChangeView {
    Timestamp changed_on;
    candidates::Status status{};
    std::optional<std::string> sub_status;
    NoActions actions;

    static constexpr std::string_view kName = "CandidateStatusChange";
    static constexpr auto shape() {
        using Self = ApplicationChangeView;
        return wire::fields(wire::field("changedOn", &Self::changed_on), wire::field("status", &Self::status),
                            wire::field("subStatus", &Self::sub_status),
                            wire::field("actions", &Self::actions));
    }
};

struct ApplicationHistory {
    std::int64_t total_found = 0;
    std::vector<ApplicationChangeView> content;

    static constexpr std::string_view kName = "CandidateStatusHistory";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &ApplicationHistory::total_found),
                            wire::field("content", &ApplicationHistory::content));
    }
};

// Always present in the JSON: null before it is set.
struct OnboardingOrNull {
    std::optional<candidates::Onboarding> status;
};

}  // namespace callboard::api

template <>
struct callboard::wire::Codec<callboard::api::OnboardingOrNull> {
    static void write(JsonWriter& out, const callboard::api::OnboardingOrNull& value) {
        if (value.status) {
            Codec<candidates::Onboarding>::write(out, *value.status);
        } else {
            out.null();
        }
    }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        out.open_object();
        out.key("anyOf");
        out.open_array();
        Codec<candidates::Onboarding>::schema(out, rule, schemas);
        out.raw(R"({"type":"null"})");
        out.close_array();
        out.close_object();
    }
};

namespace callboard::api {

struct OnboardingView {
    OnboardingOrNull onboarding_status;

    static constexpr std::string_view kName = "Onboarding";
    static constexpr auto shape() {
        return wire::fields(wire::field("onboardingStatus", &OnboardingView::onboarding_status));
    }
};

struct OnboardingInput {
    candidates::Onboarding onboarding_status{};

    static constexpr std::string_view kName = "OnboardingInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("onboardingStatus", &OnboardingInput::onboarding_status));
    }
    static OnboardingInput example() { return {.onboarding_status = candidates::Onboarding::ready}; }
};

struct ScreeningAnswerList {
    std::int64_t total_found = 0;
    std::vector<candidates::ScreeningAnswer> content;

    static constexpr std::string_view kName = "ScreeningAnswers";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &ScreeningAnswerList::total_found),
                            wire::field("content", &ScreeningAnswerList::content));
    }
};

struct JobApplicationView {
    candidates::Status status{};
    std::optional<std::string> sub_status;
    std::optional<SourceIdentifier> source_identifier;
    Timestamp create_date;
    CandidateId profile_id;
    JobId job_id;

    static constexpr std::string_view kName = "JobApplication";
    static constexpr auto shape() {
        using Self = JobApplicationView;
        return wire::fields(wire::field("status", &Self::status), wire::field("subStatus", &Self::sub_status),
                            wire::field("sourceIdentifier", &Self::source_identifier),
                            wire::field("createDate", &Self::create_date),
                            wire::field("profileId", &Self::profile_id), wire::field("jobId", &Self::job_id));
    }
};

ApplicationView get_application(db::Snapshot& snapshot, const edge::Call<>& call);
wire::Nothing delete_application(db::Tx& tx, const edge::Call<>& call);
wire::Nothing set_application_source(db::Tx& tx, const edge::Call<SourceInput>& call);
ScreeningAnswerList get_screening_answers(db::Snapshot& snapshot, const edge::Call<>& call);

template <ApplicationChoice choice>
wire::Nothing set_application_status(db::Tx& tx, const edge::Call<ApplicationStatusInput>& call);
template <ApplicationChoice choice>
ApplicationHistory get_application_history(db::Snapshot& snapshot, const edge::Call<>& call);
template <ApplicationChoice choice>
OnboardingView get_onboarding(db::Snapshot& snapshot, const edge::Call<>& call);
template <ApplicationChoice choice>
wire::Nothing set_onboarding(db::Tx& tx, const edge::Call<OnboardingInput>& call);

JobApplicationView get_job_application(db::Snapshot& snapshot, const edge::Call<>& call);
wire::Nothing delete_job_application(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
