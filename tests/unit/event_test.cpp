#include "events/event.h"

#include <set>

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace callboard::events {
namespace {

namespace json = boost::json;

const JobId kJob = JobId::from_trusted("01890000-0000-7000-8000-000000000001");
const PositionId kPosition = PositionId::from_trusted("01890000-0000-7000-8000-000000000003");
const CandidateId kCandidate = CandidateId::from_trusted("01890000-0000-7000-8000-000000000004");
const JobApplicationId kApplication = JobApplicationId::from_trusted("01890000-0000-7000-8000-000000000005");
const OfferId kOffer = OfferId::from_trusted("01890000-0000-7000-8000-000000000006");
const JobAdId kAd = JobAdId::from_trusted("01890000-0000-7000-8000-000000000002");

TEST(Event, OfAJobNamesTheJob) {
    constexpr std::string_view kPayload = R"({"id":"01890000-0000-7000-8000-000000000001"})";

    EXPECT_EQ(name_of(JobCreated{kJob}), "job.created");
    EXPECT_EQ(payload_of(JobCreated{kJob}), kPayload);
    EXPECT_EQ(name_of(JobStatusUpdated{kJob}), "job.status.updated");
    EXPECT_EQ(payload_of(JobStatusUpdated{kJob}), kPayload);
    EXPECT_EQ(name_of(JobUpdated{kJob}), "job.updated");
    EXPECT_EQ(name_of(JobHiringTeamUpdated{kJob}), "job.hiring-team.updated");
}

TEST(Event, OfAJobAdNamesTheJobAndTheAd) {
    constexpr std::string_view kPayload =
        R"({"id":"01890000-0000-7000-8000-000000000002","job_id":"01890000-0000-7000-8000-000000000001",)"
        R"("job_ad_id":"01890000-0000-7000-8000-000000000002"})";

    EXPECT_EQ(name_of(JobAdCreated{kJob, kAd}), "job.ad.created");
    EXPECT_EQ(payload_of(JobAdCreated{kJob, kAd}), kPayload);
    EXPECT_EQ(name_of(JobAdPostingsUpdated{kJob, kAd}), "job.ad.postings.updated");
    EXPECT_EQ(payload_of(JobAdPostingsUpdated{kJob, kAd}), kPayload);
}

TEST(Event, OfAPositionNamesTheJobAndThePosition) {
    constexpr std::string_view kPayload =
        R"({"id":"01890000-0000-7000-8000-000000000003","job_id":"01890000-0000-7000-8000-000000000001",)"
        R"("position_id":"01890000-0000-7000-8000-000000000003"})";

    EXPECT_EQ(name_of(PositionCreated{kJob, kPosition}), "position.created");
    EXPECT_EQ(name_of(PositionUpdated{kJob, kPosition}), "position.updated");
    EXPECT_EQ(name_of(PositionDeleted{kJob, kPosition}), "position.deleted");
    EXPECT_EQ(payload_of(PositionDeleted{kJob, kPosition}), kPayload);
}

TEST(Event, OfAnApplicationNamesTheJobTheCandidateAndTheApplication) {
    const ApplicationStatusUpdated event{kJob, kCandidate, kApplication};

    EXPECT_EQ(name_of(event), "application.status.updated");
    EXPECT_EQ(payload_of(event),
              R"({"id":"01890000-0000-7000-8000-000000000005","job_id":"01890000-0000-7000-8000-000000000001",)"
              R"("candidate_id":"01890000-0000-7000-8000-000000000004",)"
              R"("application_id":"01890000-0000-7000-8000-000000000005"})");
}

TEST(Event, OfAnOfferNamesTheJobTheCandidateAndTheOffer) {
    const OfferUpdated event{kJob, kCandidate, kOffer};

    EXPECT_EQ(name_of(event), "offer.updated");
    EXPECT_EQ(payload_of(event),
              R"({"id":"01890000-0000-7000-8000-000000000006","job_id":"01890000-0000-7000-8000-000000000001",)"
              R"("candidate_id":"01890000-0000-7000-8000-000000000004",)"
              R"("offer_id":"01890000-0000-7000-8000-000000000006"})");
}

TEST(Event, HasANameOfItsOwnAndAPayloadWithAnId) {
    const std::vector<DomainEvent> events{JobCreated{kJob},
                                          JobUpdated{kJob},
                                          JobStatusUpdated{kJob},
                                          JobHiringTeamUpdated{kJob},
                                          JobAdCreated{kJob, kAd},
                                          JobAdUpdated{kJob, kAd},
                                          JobAdPostingsUpdated{kJob, kAd},
                                          PositionCreated{kJob, kPosition},
                                          PositionUpdated{kJob, kPosition},
                                          PositionDeleted{kJob, kPosition},
                                          ApplicationCreated{kJob, kCandidate, kApplication},
                                          ApplicationStatusUpdated{kJob, kCandidate, kApplication},
                                          ApplicationFieldsUpdated{kJob, kCandidate, kApplication},
                                          ApplicationOnboardingStatusUpdated{kJob, kCandidate, kApplication},
                                          ApplicationSourceUpdated{kJob, kCandidate, kApplication},
                                          ScreeningAnswersCreated{kJob, kCandidate, kApplication},
                                          ScreeningAnswersUpdated{kJob, kCandidate, kApplication},
                                          CandidateCreated{kCandidate},
                                          CandidateUpdated{kCandidate},
                                          CandidateDeleted{kCandidate},
                                          OfferCreated{kJob, kCandidate, kOffer},
                                          OfferUpdated{kJob, kCandidate, kOffer}};
    ASSERT_EQ(events.size(), std::variant_size_v<DomainEvent>);
    std::set<std::string_view> names;

    for (const DomainEvent& event : events) {
        EXPECT_TRUE(names.insert(name_of(event)).second) << name_of(event);
        EXPECT_TRUE(json::parse(payload_of(event)).at("id").is_string()) << name_of(event);
    }
}

}  // namespace
}  // namespace callboard::events
