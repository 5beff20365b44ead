#include "streams/seats.h"

#include <vector>

#include <gtest/gtest.h>

namespace callboard::streams {
namespace {

const CompanyId kAcme = CompanyId::from_trusted("00000000-0000-7000-8000-000000000001");
const CompanyId kRival = CompanyId::from_trusted("00000000-0000-7000-8000-000000000002");
const UserId kAda = UserId::from_trusted("000000000000000000000001");
const UserId kBob = UserId::from_trusted("000000000000000000000002");
const UserId kEve = UserId::from_trusted("000000000000000000000003");

TEST(StreamSeats, AreLimitedForEachUserEachCompanyAndForAll) {
    const auto seats = std::make_shared<Seats>(Seats::Limits{.all = 4, .of_company = 3, .of_user = 2});
    Seats::Refusal refusal{};
    std::vector<Seat> taken;
    for (int i = 0; i < 2; ++i) taken.push_back(*seats->take(kAcme, kAda, refusal));
    EXPECT_FALSE(seats->take(kAcme, kAda, refusal));
    EXPECT_EQ(refusal, Seats::Refusal::too_many_of_user);

    taken.push_back(*seats->take(kAcme, kBob, refusal));
    EXPECT_FALSE(seats->take(kAcme, kBob, refusal));
    EXPECT_EQ(refusal, Seats::Refusal::too_many_of_company);

    taken.push_back(*seats->take(kRival, kEve, refusal));
    EXPECT_FALSE(seats->take(kRival, kEve, refusal));
    EXPECT_EQ(refusal, Seats::Refusal::too_many);
    EXPECT_EQ(seats->taken(), 4U);

    taken.clear();
    EXPECT_EQ(seats->taken(), 0U);
    EXPECT_TRUE(seats->take(kAcme, kAda, refusal));
}

}  // namespace
}  // namespace callboard::streams
