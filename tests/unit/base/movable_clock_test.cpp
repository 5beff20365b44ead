#include "base/movable_clock.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

ClockSetting frozen_at(std::int64_t ms) {
    return {.offset_ms = 0, .frozen_at = Timestamp{ms}};
}

TEST(MovableClock, TakesASettingThatWasReadWhileItDidNotChange) {
    MovableClock clock;
    const auto revision = clock.revision();

    clock.set_if_unchanged(revision, frozen_at(1'000));

    EXPECT_EQ(clock.now().ms, 1'000);
}

// The setting was read from the database, then somebody moved the clock, then the setting arrived.
TEST(MovableClock, IsNotSetBackByAnOlderSetting) {
    MovableClock clock;
    clock.set(frozen_at(1'000));
    const auto revision = clock.revision();
    clock.set(frozen_at(2'000));

    clock.set_if_unchanged(revision, frozen_at(1'000));

    EXPECT_EQ(clock.now().ms, 2'000);
}

}  // namespace
}  // namespace callboard
