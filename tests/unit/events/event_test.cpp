#include "events/event.h"

#include <set>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "edge/router.h"
#include "events/catalogue.h"
#include "routes.h"

namespace callboard::events {
namespace {

namespace json = boost::json;

const JobId kJob = JobId::from_trusted("01890000-0000-7000-8000-000000000001");
const PositionId kPosition = PositionId::from_trusted("01890000-0000-7000-8000-000000000003");
const CandidateId kCandidate = CandidateId::from_trusted("01890000-0000-7000-8000-000000000004");
const JobApplicationId kApplication = JobApplicationId::from_trusted("01890000-0000-7000-8000-000000000005");
const OfferId kOffer = OfferId::from_trusted("01890000-0000-7000-8000-000000000006");
const FileId kFile = FileId::from_trusted("01890000-0000-7000-8000-000000000007");
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
    EXPECT_EQ(
        payload_of(event),
        R"({"id":"01890000-0000-7000-8000-000000000005","job_id":"01890000-0000-7000-8000-000000000001",)"
        R"("candidate_id":"01890000-0000-7000-8000-000000000004",)"
        R"("application_id":"01890000-0000-7000-8000-000000000005"})");
}

TEST(Event, OfAnOfferNamesTheJobTheCandidateAndTheOffer) {
    const OfferUpdated event{kJob, kCandidate, kOffer};

    EXPECT_EQ(name_of(event), "offer.updated");
    EXPECT_EQ(
        payload_of(event),
        R"({"id":"01890000-0000-7000-8000-000000000006","job_id":"01890000-0000-7000-8000-000000000001",)"
        R"("candidate_id":"01890000-0000-7000-8000-000000000004",)"
        R"("offer_id":"01890000-0000-7000-8000-000000000006"})");
}

const std::vector<DomainEvent>& every_event() {
    static const std::vector<DomainEvent> all{
        JobCreated{kJob},
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
        ApplicationAttachmentCreated{kJob, kCandidate, kApplication, kFile},
        CandidateCreated{kCandidate},
        CandidateUpdated{kCandidate},
        CandidateDeleted{kCandidate},
        OfferCreated{kJob, kCandidate, kOffer},
        OfferUpdated{kJob, kCandidate, kOffer}};
    return all;
}

// The template filled with the values of the payload.
std::string filled(std::string_view link, const json::object& payload) {
    std::string path{link};
    for (const auto& [name, value] : payload) {
        const std::string place = '{' + std::string{name} + '}';
        if (const auto at = path.find(place); at != std::string::npos)
            path.replace(at, place.size(), value.as_string().c_str());
    }
    return path;
}

TEST(Event, HasANameOfItsOwnAndAPayloadWithAnId) {
    ASSERT_EQ(every_event().size(), std::variant_size_v<DomainEvent>);
    std::set<std::string_view> names;

    for (const DomainEvent& event : every_event()) {
        EXPECT_TRUE(names.insert(name_of(event)).second) << name_of(event);
        EXPECT_TRUE(json::parse(payload_of(event)).at("id").is_string()) << name_of(event);
    }
}

TEST(Event, SaysExactlyWhatTheCatalogueSaysOfIt) {
    for (const DomainEvent& event : every_event()) {
        const EventKind* const kind = find_kind(name_of(event));
        ASSERT_NE(kind, nullptr) << name_of(event);
        const json::object payload = json::parse(payload_of(event)).as_object();

        std::vector<std::string> expected{"id"};
        expected.insert(expected.end(), kind->fields.begin(), kind->fields.end());
        std::vector<std::string> names;
        for (const auto& member : payload) names.emplace_back(member.key());
        EXPECT_EQ(names, expected) << kind->name;
        if (!kind->main_field.empty())
            EXPECT_EQ(payload.at("id"), payload.at(kind->main_field)) << kind->name;

        const auto link = link_of(event);
        EXPECT_EQ(link.has_value(), !kind->link.empty()) << kind->name;
        EXPECT_EQ(link.value_or(""), filled(kind->link, payload)) << kind->name;
    }
}

TEST(Event, LinksToWhatItIsAbout) {
    EXPECT_EQ(link_of(JobCreated{kJob}), "/jobs/01890000-0000-7000-8000-000000000001");
    EXPECT_EQ(link_of(JobStatusUpdated{kJob}), "/jobs/01890000-0000-7000-8000-000000000001/status/history");
    EXPECT_EQ(link_of(PositionUpdated{kJob, kPosition}),
              "/jobs/01890000-0000-7000-8000-000000000001/positions/01890000-0000-7000-8000-000000000003");
    EXPECT_EQ(link_of(OfferCreated{kJob, kCandidate, kOffer}),
              "/candidates/01890000-0000-7000-8000-000000000004/jobs/01890000-0000-7000-8000-000000000001"
              "/offers/01890000-0000-7000-8000-000000000006");
}

TEST(Event, OfWhatIsGoneLinksToNothing) {
    EXPECT_EQ(link_of(PositionDeleted{kJob, kPosition}), std::nullopt);
    EXPECT_EQ(link_of(CandidateDeleted{kCandidate}), std::nullopt);
}

TEST(Event, LinksToAPathThatIsServed) {
    const std::vector<edge::Route> table = routes();
    const edge::Router router{table};

    for (const DomainEvent& event : every_event()) {
        const auto link = link_of(event);
        if (!link || link->starts_with("/candidates/attachments/"))
            continue;  // attachments are not served yet
        edge::PathParams params;
        const edge::Place* const place = router.find(*link, params);
        EXPECT_TRUE(place && place->route(http::Method::get)) << *link;
    }
}

}  // namespace
}  // namespace callboard::events
