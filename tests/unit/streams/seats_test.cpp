#include "streams/seats.h"

#include <vector>

#include <gtest/gtest.h>

namespace callboard::streams {
namespace {

const UserId kAda = UserId::from_trusted("000000000000000000000001");
const UserId kBob = UserId::from_trusted("000000000000000000000002");

TEST(StreamSeats, AreLimitedForEachUserAndForAll) {
    const auto seats = std::make_shared<Seats>(Seats::Limits{.all = 3, .of_user = 2});
    Seats::Refusal refusal{};
    std::vector<Seat> taken;
    for (int i = 0; i < 2; ++i) taken.push_back(*seats->take(kAda, refusal));
    EXPECT_FALSE(seats->take(kAda, refusal));
    EXPECT_EQ(refusal, Seats::Refusal::too_many_of_user);

    taken.push_back(*seats->take(kBob, refusal));
    EXPECT_FALSE(seats->take(kBob, refusal));
    EXPECT_EQ(refusal, Seats::Refusal::too_many);
    EXPECT_EQ(seats->taken(), 3U);

    taken.clear();
    EXPECT_EQ(seats->taken(), 0U);
    EXPECT_TRUE(seats->take(kAda, refusal));
}

}  // namespace
}  // namespace callboard::streams
