// All domain events. A new event needs a struct here, a member of DomainEvent, a row of the catalogue and a
// case wherever the compiler then reports a missing one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/id.h"

namespace callboard::events {

struct JobCreated {
    static constexpr std::string_view kName = "job.created";
    JobId id;
};

struct JobUpdated {
    static constexpr std::string_view kName = "job.updated";
    JobId id;
};

struct JobStatusUpdated {
    static constexpr std::string_view kName = "job.status.updated";
    JobId id;
};

struct JobHiringTeamUpdated {
    static constexpr std::string_view kName = "job.hiring-team.updated";
    JobId id;
};

struct JobAdCreated {
    static constexpr std::string_view kName = "job.ad.created";
    JobId job_id;
    JobAdId job_ad_id;
};

struct JobAdUpdated {
    static constexpr std::string_view kName = "job.ad.updated";
    JobId job_id;
    JobAdId job_ad_id;
};

struct JobAdPostingsUpdated {
    static constexpr std::string_view kName = "job.ad.postings.updated";
    JobId job_id;
    JobAdId job_ad_id;
};

struct PositionCreated {
    static constexpr std::string_view kName = "position.created";
    JobId job_id;
    PositionId position_id;
};

struct PositionUpdated {
    static constexpr std::string_view kName = "position.updated";
    JobId job_id;
    PositionId position_id;
};

struct PositionDeleted {
    static constexpr std::string_view kName = "position.deleted";
    JobId job_id;
    PositionId position_id;
};

struct ApplicationCreated {
    static constexpr std::string_view kName = "application.created";
    JobId job_id;
    CandidateId candidate_id;
    JobApplicationId application_id;
};

struct ApplicationStatusUpdated {
    static constexpr std::string_view kName = "application.status.updated";
    JobId job_id;
    CandidateId candidate_id;
    JobApplicationId application_id;
};

struct ApplicationFieldsUpdated {
    static constexpr std::string_view kName = "application.fields.updated";
    JobId job_id;
    CandidateId candidate_id;
    JobApplicationId application_id;
};

struct ApplicationOnboardingStatusUpdated {
    static constexpr std::string_view kName = "application.onboarding-status.updated";
    JobId job_id;
    CandidateId candidate_id;
    JobApplicationId application_id;
};

struct ApplicationSourceUpdated {
    static constexpr std::string_view kName = "application.source.updated";
    JobId job_id;
    CandidateId candidate_id;
    JobApplicationId application_id;
};

struct ScreeningAnswersCreated {
    static constexpr std::string_view kName = "application.screening-answers.created";
    JobId job_id;
    CandidateId candidate_id;
    JobApplicationId application_id;
};

struct ScreeningAnswersUpdated {
    static constexpr std::string_view kName = "application.screening-answers.updated";
    JobId job_id;
    CandidateId candidate_id;
    JobApplicationId application_id;
};

struct ApplicationAttachmentCreated {
    static constexpr std::string_view kName = "application.attachment.created";
    JobId job_id;
    CandidateId candidate_id;
    JobApplicationId application_id;
    FileId attachment_id;
};

struct CandidateCreated {
    static constexpr std::string_view kName = "candidate.created";
    CandidateId id;
};

struct CandidateUpdated {
    static constexpr std::string_view kName = "candidate.updated";
    CandidateId id;
};

struct CandidateDeleted {
    static constexpr std::string_view kName = "candidate.deleted";
    CandidateId id;
};

struct OfferCreated {
    static constexpr std::string_view kName = "offer.created";
    JobId job_id;
    CandidateId candidate_id;
    OfferId offer_id;
};

struct OfferUpdated {
    static constexpr std::string_view kName = "offer.updated";
    JobId job_id;
    CandidateId candidate_id;
    OfferId offer_id;
};

using DomainEvent =
    std::variant<JobCreated, JobUpdated, JobStatusUpdated, JobHiringTeamUpdated, JobAdCreated, JobAdUpdated,
                 JobAdPostingsUpdated, PositionCreated, PositionUpdated, PositionDeleted, ApplicationCreated,
                 ApplicationStatusUpdated, ApplicationFieldsUpdated, ApplicationOnboardingStatusUpdated,
                 ApplicationSourceUpdated, ScreeningAnswersCreated, ScreeningAnswersUpdated,
                 ApplicationAttachmentCreated, CandidateCreated, CandidateUpdated, CandidateDeleted,
                 OfferCreated, OfferUpdated>;

std::string_view name_of(const DomainEvent& event);

// The payload that subscribers receive: compact JSON, fields in snake_case, always with the `id` of the main
// resource.
std::string payload_of(const DomainEvent& event);

// The path of the resource; nothing if it no longer exists.
std::optional<std::string> link_of(const DomainEvent& event);

}  // namespace callboard::events
