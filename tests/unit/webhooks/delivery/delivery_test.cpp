#include "webhooks/delivery/delivery.h"

#include <vector>

#include <gtest/gtest.h>

#include "webhooks/delivery/retry_schedule.h"

namespace callboard::webhooks {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr Timestamp kNow{1'700'000'000'000};

TEST(Delivery, IsDoneWhenAcknowledgedHoweverOftenItFailed) {
    for (const std::int64_t before : {0, 1, 9, 10, 11, 1000}) {
        const auto next = next_state(true, before, kNow, 0.5);
        EXPECT_EQ(next.outcome, Outcome::delivered) << before;
    }
}

TEST(Delivery, IsTriedAgainAfterEachOfTheWaits) {
    const std::vector<minutes> waits{minutes{1},   minutes{3},   minutes{10},  minutes{45},   minutes{120},
                                     minutes{240}, minutes{480}, minutes{960}, minutes{1440}, minutes{1440}};
    for (std::size_t step = 0; step < waits.size(); ++step) {
        const auto before = static_cast<std::int64_t>(step);
        const auto exact = next_state(false, before, kNow, 0.0);
        EXPECT_EQ(exact.outcome, Outcome::due_again) << step;
        EXPECT_EQ(exact.due_at, kNow + waits[step]) << step;

        const auto latest = next_state(false, before, kNow, 1.0);
        EXPECT_EQ(latest.outcome, Outcome::due_again) << step;
        EXPECT_EQ(latest.due_at, kNow + waits[step] + seconds{waits[step]} / 10) << step;
    }
    EXPECT_EQ(waits.size(), kRetryDelays.size());
}

TEST(Delivery, IsSpreadInProportion) {
    EXPECT_EQ(next_state(false, 0, kNow, 0.5).due_at, kNow + seconds{63});
    EXPECT_EQ(next_state(false, 2, kNow, 0.25).due_at, kNow + seconds{615});
}

TEST(Delivery, IsGivenUpAfterElevenAttempts) {
    EXPECT_EQ(next_state(false, 9, kNow, 0.0).outcome, Outcome::due_again);
    for (const std::int64_t before : {10, 11, 1000})
        EXPECT_EQ(next_state(false, before, kNow, 0.0).outcome, Outcome::given_up) << before;
}

TEST(Suspension, NeedsBothAHundredFailuresAndADayWithoutSuccess) {
    const Timestamp a_day_ago = kNow - std::chrono::hours{24};
    const Timestamp not_quite = a_day_ago + std::chrono::milliseconds{1};

    EXPECT_TRUE(should_suspend(100, a_day_ago, kNow));
    EXPECT_TRUE(should_suspend(5'000, Timestamp{0}, kNow));
    EXPECT_FALSE(should_suspend(99, a_day_ago, kNow));
    EXPECT_FALSE(should_suspend(100, not_quite, kNow));
    EXPECT_FALSE(should_suspend(100'000, kNow, kNow));
    EXPECT_FALSE(should_suspend(0, Timestamp{0}, kNow));
}

}  // namespace
}  // namespace callboard::webhooks
