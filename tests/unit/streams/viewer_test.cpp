#include "streams/viewer.h"

#include <gtest/gtest.h>

#include "events/catalogue.h"

namespace callboard::streams {
namespace {

constexpr std::string_view kJob = "00000000-0000-7000-8000-000000000002";        // of sample payloads
constexpr std::string_view kCandidate = "00000000-0000-7000-8000-000000000005";  // likewise

Subject subject_of_sample(std::string_view name) {
    return subject_of({.id = EventId::from_trusted("00000000-0000-7000-8000-000000000000"),
                       .name = std::string{name},
                       .payload = events::sample_payload(*events::find_kind(name)),
                       .link = {},
                       .created_at = {}});
}

TEST(EventScopes, EveryEventHasOne) {
    for (const events::EventKind& kind : events::all_kinds()) EXPECT_TRUE(scope_of(kind.name)) << kind.name;
    EXPECT_FALSE(scope_of("something.else"));
}

TEST(EventSubjects, AreReadFromThePayload) {
    const Subject application = subject_of_sample("application.created");
    EXPECT_EQ(application.job, JobId::parse(kJob));
    EXPECT_EQ(application.candidate, CandidateId::parse(kCandidate));
    EXPECT_EQ(application.scope, oauth::Scope::candidates_read);

    const Subject ad = subject_of_sample("job.ad.created");
    EXPECT_EQ(ad.job, JobId::parse(kJob));
    EXPECT_FALSE(ad.candidate);

    EXPECT_EQ(subject_of_sample("job.created").job, JobId::parse("00000000-0000-7000-8000-000000000001"));
    const Subject candidate = subject_of_sample("candidate.updated");
    EXPECT_FALSE(candidate.job);
    EXPECT_EQ(candidate.candidate, CandidateId::parse("00000000-0000-7000-8000-000000000001"));

    const Subject review = subject_of_sample("review.created");
    EXPECT_FALSE(review.job);
    EXPECT_FALSE(review.candidate);
}

}  // namespace
}  // namespace callboard::streams
