#include "events/catalogue.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "wire/json_writer.h"

namespace callboard::events {
namespace {

using Fields = std::string_view[];

constexpr Fields kJobAd{"job_id", "job_ad_id"};
constexpr Fields kPosition{"job_id", "position_id"};
constexpr Fields kApplication{"job_id", "candidate_id", "application_id"};
constexpr Fields kAttachment{"job_id", "candidate_id", "application_id", "attachment_id"};
constexpr Fields kOffer{"job_id", "candidate_id", "offer_id"};
constexpr Fields kOfferApproval{"approval_id", "job_id", "candidate_id", "offer_id"};
constexpr Fields kJobApproval{"approval_id", "job_id"};
constexpr Fields kReview{"application_id", "review_id"};
constexpr Fields kOnboarding{"onboarding_process_id", "new_hire_id"};
constexpr Fields kInterview{"interview_id", "application_id", "candidate_id", "company_id"};

constexpr std::string_view kAdLink = "/jobs/{job_id}/jobads/{job_ad_id}";
constexpr std::string_view kPositionLink = "/jobs/{job_id}/positions/{position_id}";
constexpr std::string_view kApplicationLink = "/candidates/{candidate_id}/jobs/{job_id}";
constexpr std::string_view kAnswersLink = "/candidates/{candidate_id}/jobs/{job_id}/screening-answers";
constexpr std::string_view kOfferLink = "/candidates/{candidate_id}/jobs/{job_id}/offers/{offer_id}";
constexpr std::string_view kApprovalLink = "/approvals-api/v201910/approvals/{approval_id}";
constexpr std::string_view kReviewLink = "/reviews-api/v201910/reviews/{review_id}";
constexpr std::string_view kOnboardingLink =
    "/smartonboard-api/v202205/onboarding-processes/{onboarding_process_id}";
constexpr std::string_view kInterviewLink = "/interviews-api/v201904/interviews/{interview_id}";

// clang-format off
constexpr EventKind kKinds[]{
    {"job.created", "A job was created.", {}, "", "/jobs/{id}"},
    {"job.updated", "Something that describes a job was changed, such as its title, location or properties.", {}, "", "/jobs/{id}"},
    {"job.status.updated", "The status of a job was changed.", {}, "", "/jobs/{id}/status/history"},
    {"job.hiring-team.updated", "The hiring team of a job was changed.", {}, "", "/jobs/{id}/hiring-team"},

    {"job.ad.created", "An ad of a job was created.", kJobAd, "job_ad_id", kAdLink},
    {"job.ad.updated", "An ad of a job was changed.", kJobAd, "job_ad_id", kAdLink},
    {"job.ad.postings.updated", "An ad of a job was published or unpublished.", kJobAd, "job_ad_id", "/jobs/{job_id}/jobads/{job_ad_id}/postings"},

    {"position.created", "A position was added to a job.", kPosition, "position_id", kPositionLink},
    {"position.updated", "A position of a job was changed.", kPosition, "position_id", kPositionLink},
    {"position.deleted", "A position was removed from a job.", kPosition, "position_id", ""},

    {"application.created", "A candidate was assigned to a job.", kApplication, "application_id", kApplicationLink},
    {"application.status.updated", "The status of an application was changed.", kApplication, "application_id", "/candidates/{candidate_id}/jobs/{job_id}/status/history"},
    {"application.fields.updated", "The properties of a candidate for a job were changed.", kApplication, "application_id", "/candidates/{candidate_id}/jobs/{job_id}/properties"},
    {"application.onboarding-status.updated", "The onboarding status of an application was changed.", kApplication, "application_id", "/candidates/{candidate_id}/jobs/{job_id}/onboardingStatus"},
    {"application.attachment.created", "A file was attached to an application.", kAttachment, "attachment_id", "/candidates/attachments/{attachment_id}"},
    {"application.source.updated", "The source of an application was changed.", kApplication, "application_id", kApplicationLink},
    {"application.screening-answers.created", "The screening questions of an application were answered.", kApplication, "application_id", kAnswersLink},
    {"application.screening-answers.updated", "The screening answers of an application were changed.", kApplication, "application_id", kAnswersLink},

    {"candidate.created", "A candidate was created.", {}, "", "/candidates/{id}"},
    {"candidate.updated", "Something that describes a candidate was changed, such as the name, experience or tags.", {}, "", "/candidates/{id}"},
    {"candidate.deleted", "A candidate was deleted.", {}, "", ""},

    {"offer.created", "An offer was created.", kOffer, "offer_id", kOfferLink},
    {"offer.updated", "An offer was changed.", kOffer, "offer_id", kOfferLink},

    {"offer.approval.created", "The approval of an offer was requested.", kOfferApproval, "approval_id", kApprovalLink},
    {"offer.approval.approved", "An offer was finally approved.", kOfferApproval, "approval_id", kApprovalLink},
    {"offer.approval.rejected", "An offer was rejected by an approver.", kOfferApproval, "approval_id", kApprovalLink},
    {"offer.approval.abandoned", "The request to approve an offer was withdrawn.", kOfferApproval, "approval_id", kApprovalLink},
    {"offer.approval.step.approved", "One step in the approval of an offer was approved.", kOfferApproval, "approval_id", kApprovalLink},
    {"offer.approval.step.rejected", "One step in the approval of an offer was rejected.", kOfferApproval, "approval_id", kApprovalLink},
    {"offer.approval.comment.created", "The approval of an offer was commented on.", kOfferApproval, "approval_id", kApprovalLink},
    {"offer.approver.skipped", "An approver of an offer was skipped.", kOfferApproval, "approval_id", kApprovalLink},
    {"offer.approver.delegated", "An approver of an offer named a substitute for some time.", kOfferApproval, "approval_id", kApprovalLink},

    {"job.approval.created", "The approval of a job was requested.", kJobApproval, "approval_id", kApprovalLink},
    {"job.approval.approved", "A job was finally approved.", kJobApproval, "approval_id", kApprovalLink},
    {"job.approval.rejected", "A job was rejected by an approver.", kJobApproval, "approval_id", kApprovalLink},
    {"job.approval.abandoned", "The request to approve a job was withdrawn.", kJobApproval, "approval_id", kApprovalLink},
    {"job.approval.step.approved", "One step in the approval of a job was approved.", kJobApproval, "approval_id", kApprovalLink},
    {"job.approval.step.rejected", "One step in the approval of a job was rejected.", kJobApproval, "approval_id", kApprovalLink},
    {"job.approval.comment.created", "The approval of a job was commented on.", kJobApproval, "approval_id", kApprovalLink},
    {"job.approver.skipped", "An approver of a job was skipped.", kJobApproval, "approval_id", kApprovalLink},
    {"job.approver.delegated", "An approver of a job named a substitute for some time.", kJobApproval, "approval_id", kApprovalLink},

    {"review.created", "An application was reviewed.", kReview, "review_id", kReviewLink},
    {"review.updated", "A review of an application was changed.", kReview, "review_id", kReviewLink},
    {"review.deleted", "A review of an application was deleted.", kReview, "review_id", kReviewLink},

    {"onboarding.process.started", "The onboarding of a new hire has begun.", kOnboarding, "onboarding_process_id", kOnboardingLink},
    {"onboarding.assignments.high-priority.completed", "The assignments of high priority in an onboarding are completed.", kOnboarding, "onboarding_process_id", kOnboardingLink},
    {"onboarding.assignments.completed", "All assignments in an onboarding are completed.", kOnboarding, "onboarding_process_id", kOnboardingLink},

    {"interview.created", "An interview was created.", kInterview, "interview_id", kInterviewLink},
    {"interview.updated", "An interview was changed.", kInterview, "interview_id", kInterviewLink},
    {"interview.canceled", "An interview was cancelled.", kInterview, "interview_id", kInterviewLink},
};

constexpr FieldValue kSampleValues[]{
    {"id",                    "00000000-0000-7000-8000-000000000001"},
    {"job_id",                "00000000-0000-7000-8000-000000000002"},
    {"job_ad_id",             "00000000-0000-7000-8000-000000000003"},
    {"position_id",           "00000000-0000-7000-8000-000000000004"},
    {"candidate_id",          "00000000-0000-7000-8000-000000000005"},
    {"application_id",        "00000000-0000-7000-8000-000000000006"},
    {"attachment_id",         "00000000-0000-7000-8000-000000000007"},
    {"offer_id",              "00000000-0000-7000-8000-000000000008"},
    {"approval_id",           "00000000-0000-7000-8000-000000000009"},
    {"review_id",             "00000000-0000-7000-8000-00000000000a"},
    {"onboarding_process_id", "00000000-0000-7000-8000-00000000000b"},
    {"new_hire_id",           "00000000-0000-7000-8000-00000000000c"},
    {"interview_id",          "00000000-0000-7000-8000-00000000000d"},
    {"company_id",            "00000000-0000-7000-8000-00000000000e"},
};
// clang-format on

constexpr std::size_t kLongestId = 36;
constexpr std::size_t kLongestMember = 64;  // of a payload, with quotes, colon and comma

std::string_view value_of(std::string_view field, std::span<const FieldValue> values) {
    const auto found = std::ranges::find(values, field, &FieldValue::field);
    if (found == values.end()) std::abort();  // a missing field is a programming error
    return found->value;
}

}  // namespace

std::span<const EventKind> all_kinds() {
    return kKinds;
}

const EventKind* find_kind(std::string_view name) {
    const auto* const found = std::ranges::find(kKinds, name, &EventKind::name);
    return found == std::end(kKinds) ? nullptr : found;
}

std::string payload_with(const EventKind& kind, std::span<const FieldValue> values) {
    std::string payload;
    payload.reserve((kind.fields.size() + 1) * kLongestMember);
    wire::JsonWriter json{payload};
    json.open_object();
    json.key("id");
    json.plain_text(value_of(kind.main_field.empty() ? "id" : kind.main_field, values));
    for (const std::string_view field : kind.fields) {
        json.key(field);
        json.plain_text(value_of(field, values));
    }
    json.close_object();
    return payload;
}

std::string link_with(const EventKind& kind, std::span<const FieldValue> values) {
    std::string link;
    std::string_view left = kind.link;
    if (left.empty()) return link;
    link.reserve(left.size() + (kind.fields.size() + 1) * kLongestId);
    for (auto open = left.find('{'); open != std::string_view::npos; open = left.find('{')) {
        const auto close = left.find('}', open);
        link += left.substr(0, open);
        link += value_of(left.substr(open + 1, close - open - 1), values);
        left.remove_prefix(close + 1);
    }
    link += left;
    return link;
}

std::string sample_payload(const EventKind& kind) {
    return payload_with(kind, kSampleValues);
}

std::string sample_link(const EventKind& kind) {
    return link_with(kind, kSampleValues);
}

}  // namespace callboard::events
