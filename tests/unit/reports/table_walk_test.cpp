#include "reports/table_walk.h"

#include <chrono>

#include <gtest/gtest.h>

#include "base/id_source.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using reports::limits_of;
using reports::Walk;
using reports::WalkKey;

constexpr Walk kById{.from = "", .key = "x.id", .row_key = "x.id", .created = "x.created_at"};
constexpr Walk kByDay{
    .from = "", .key = "x.day", .row_key = "x.day", .created = "x.day", .key_is_time = true};
constexpr Timestamp kFrom{1'700'000'000'000};
constexpr Timestamp kTo{1'800'000'000'000};

TEST(WalkLimits, AreADayWiderThanTheDates) {
    const auto limits = limits_of(kById, kFrom, kTo);
    EXPECT_EQ(limits.after, WalkKey{first_uuid_of(kFrom - 24h)});
    EXPECT_EQ(limits.through, WalkKey{first_uuid_of(kTo + 24h)});
}

TEST(WalkLimits, AreTheDatesOfAKeyThatIsATime) {
    const auto limits = limits_of(kByDay, kFrom, kTo);
    EXPECT_EQ(limits.after, WalkKey{kFrom.ms - 1});
    EXPECT_EQ(limits.through, WalkKey{kTo.ms - 1});
}

TEST(WalkLimits, MayBeAbsent) {
    EXPECT_EQ(limits_of(kById, kFrom, std::nullopt).through, std::nullopt);
    EXPECT_EQ(limits_of(kById, std::nullopt, kTo).after, std::nullopt);
    EXPECT_EQ(limits_of(kByDay, kFrom, std::nullopt).through, std::nullopt);
    EXPECT_EQ(limits_of(kByDay, std::nullopt, kTo).after, std::nullopt);
}

TEST(WalkLimits, AreTimesThatIdsCanContain) {
    const auto limits = limits_of(kById, Timestamp{-1}, Timestamp{std::int64_t{1} << 60});
    EXPECT_EQ(limits.after, WalkKey{first_uuid_of({0})});
    EXPECT_EQ(limits.through, WalkKey{first_uuid_of({(std::int64_t{1} << 48) - 1})});
}

}  // namespace
}  // namespace callboard
