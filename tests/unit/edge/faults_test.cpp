#include "edge/faults.h"

#include <future>
#include <stop_token>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

using namespace std::chrono_literals;
using testing::IsEmpty;
using testing::SizeIs;

const throttle::Subject kAda = throttle::Subject::of("ada");
const throttle::Subject kEve = throttle::Subject::of("eve");

RequestedFault failing(const std::string& path, int times = 1, int status = 503) {
    return {.match = {.method = "GET", .path = path},
            .status = status,
            .delay = std::nullopt,
            .drop = false,
            .times = times};
}

TEST(Faults, AreTakenAsOftenAsTheyWereAskedFor) {
    Faults faults;
    ASSERT_TRUE(faults.add(kAda, failing("/jobs", 2)));

    EXPECT_TRUE(faults.take(kAda, "GET", "/jobs", "/jobs"));
    EXPECT_THAT(faults.of(kAda), SizeIs(1));
    EXPECT_TRUE(faults.take(kAda, "GET", "/jobs/", "/jobs"));
    EXPECT_FALSE(faults.take(kAda, "GET", "/jobs", "/jobs"));
    EXPECT_THAT(faults.of(kAda), IsEmpty());
}

TEST(Faults, MatchMethodAndPathOrPattern) {
    Faults faults;
    ASSERT_TRUE(faults.add(kAda, failing("/jobs/{jobId}", 9)));
    ASSERT_TRUE(faults.add(kAda, failing("/candidates/1", 9)));

    EXPECT_TRUE(faults.take(kAda, "GET", "/jobs/7", "/jobs/{jobId}"));
    EXPECT_TRUE(faults.take(kAda, "GET", "/candidates/1", "/candidates/{candidateId}"));
    EXPECT_FALSE(faults.take(kAda, "POST", "/jobs/7", "/jobs/{jobId}"));
    EXPECT_FALSE(faults.take(kAda, "GET", "/candidates/2", "/candidates/{candidateId}"));
    EXPECT_FALSE(faults.take(kAda, "GET", "/jobs/7/note", "/jobs/{jobId}/note"));
}

TEST(Faults, AreTakenInTheOrderInWhichTheyCame) {
    Faults faults;
    ASSERT_TRUE(faults.add(kAda, failing("/jobs", 1, 500)));
    ASSERT_TRUE(faults.add(kAda, failing("/jobs", 1, 503)));

    EXPECT_EQ(faults.take(kAda, "GET", "/jobs", "/jobs")->status, 500);
    EXPECT_EQ(faults.take(kAda, "GET", "/jobs", "/jobs")->status, 503);
}

TEST(Faults, OfOneCallerAreNobodyElses) {
    Faults faults;
    ASSERT_TRUE(faults.add(kAda, failing("/jobs")));

    EXPECT_FALSE(faults.take(kEve, "GET", "/jobs", "/jobs"));
    EXPECT_THAT(faults.of(kEve), IsEmpty());
    faults.remove(kEve);
    EXPECT_THAT(faults.of(kAda), SizeIs(1));
    faults.remove(kAda);
    EXPECT_THAT(faults.of(kAda), IsEmpty());
}

TEST(Faults, AreFewForACallerAndNotTooManyForAll) {
    Faults faults;
    for (std::size_t i = 0; i < Faults::kMostOfACaller; ++i) EXPECT_TRUE(faults.add(kAda, failing("/jobs")));
    EXPECT_FALSE(faults.add(kAda, failing("/jobs")));
    EXPECT_TRUE(faults.add(kEve, failing("/jobs")));

    std::size_t added = Faults::kMostOfACaller + 1;
    for (int i = 0; faults.add(throttle::Subject::of(std::to_string(i)), failing("/jobs")); ++i) ++added;
    EXPECT_EQ(added, Faults::kMost);
    faults.remove(kAda);
    EXPECT_TRUE(faults.add(kAda, failing("/jobs")));
}

TEST(Faults, DelayUntilTheTimeIsOver) {
    Faults faults;
    std::promise<void> over;

    faults.delay(1ms, {}, [&] { over.set_value(); });

    over.get_future().wait();
}

TEST(Faults, DelayNobodyWhoHasGone) {
    Faults faults;
    std::stop_source client;
    std::promise<void> over;
    faults.delay(std::chrono::hours{24}, client.get_token(), [&] { over.set_value(); });

    client.request_stop();

    over.get_future().wait();
}

TEST(Faults, DelayNothingAnyMoreWhenTheyFinish) {
    Faults faults;
    int over = 0;
    for (int i = 0; i < 3; ++i) faults.delay(std::chrono::hours{24}, {}, [&] { ++over; });

    faults.finish();
    EXPECT_EQ(over, 3);

    faults.delay(std::chrono::hours{24}, {}, [&] { ++over; });
    EXPECT_EQ(over, 4);
}

}  // namespace
}  // namespace callboard::edge
