#include "streams/viewer.h"

#include <string>

#include <gtest/gtest.h>

#include "events/catalogue.h"

namespace callboard::streams {
namespace {

constexpr std::string_view kFirst = "00000000-0000-7000-9000-000000000001";
constexpr std::string_view kJob = "00000000-0000-7000-9000-000000000002";
constexpr std::string_view kCandidate = "00000000-0000-7000-9000-000000000005";

events::StoredEvent sample(std::string_view name) {
    return {.id = EventId::from_trusted("00000000-0000-7000-8000-000000000000"),
            .name = std::string{name},
            .payload = events::sample_payload(*events::find_kind(name)),
            .link = {},
            .created_at = {}};
}

// Of an event like the sample, with other ids.
Subject subject_named(std::string_view name) {
    constexpr std::string_view kOfSamples = "-8000-";
    events::StoredEvent event = sample(name);
    for (auto at = event.payload.find(kOfSamples); at != std::string::npos;
         at = event.payload.find(kOfSamples))
        event.payload.replace(at, kOfSamples.size(), "-9000-");
    return subject_of(event);
}

TEST(EventScopes, EveryEventHasOne) {
    for (const events::EventKind& kind : events::all_kinds()) EXPECT_TRUE(scope_of(kind.name)) << kind.name;
    EXPECT_FALSE(scope_of("something.else"));
}

TEST(EventSubjects, SamplesAreForNobody) {
    for (const events::EventKind& kind : events::all_kinds())
        EXPECT_FALSE(subject_of(sample(kind.name)).scope) << kind.name;
}

TEST(EventSubjects, AreReadFromThePayload) {
    const Subject application = subject_named("application.created");
    EXPECT_EQ(application.job, JobId::parse(kJob));
    EXPECT_EQ(application.candidate, CandidateId::parse(kCandidate));
    EXPECT_EQ(application.scope, oauth::Scope::candidates_read);

    const Subject ad = subject_named("job.ad.created");
    EXPECT_EQ(ad.job, JobId::parse(kJob));
    EXPECT_FALSE(ad.candidate);

    EXPECT_EQ(subject_named("job.created").job, JobId::parse(kFirst));
    const Subject candidate = subject_named("candidate.updated");
    EXPECT_FALSE(candidate.job);
    EXPECT_EQ(candidate.candidate, CandidateId::parse(kFirst));

    const Subject review = subject_named("review.created");
    EXPECT_FALSE(review.job);
    EXPECT_FALSE(review.candidate);
}

}  // namespace
}  // namespace callboard::streams
