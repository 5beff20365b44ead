#include "http/response_memory.h"

#include <optional>
#include <string_view>

#include <gtest/gtest.h>

#include "base/site.h"

namespace callboard::http {
namespace {

constexpr std::size_t kPart = 1'000;
constexpr std::size_t kShare = ResponseMemory::share_of_network(kPart);

IpAddress network(std::string_view text) {
    return site_of(IpAddress::parse(text).value());
}

const IpAddress kOne = network("203.0.113.1");
const IpAddress kOther = network("203.0.113.2");

HeldBody known(std::size_t bytes, const void* shared = nullptr) {
    return {.bytes = bytes, .shared = shared, .network = std::nullopt};
}
HeldBody of(const IpAddress& network, std::size_t bytes, const void* shared = nullptr) {
    return {.bytes = bytes, .shared = shared, .network = network};
}

class ResponseMemoryTest : public testing::Test {
  protected:
    using Hold = ResponseMemory::Hold;

    MemoryBudget budget{4 * kPart};
    ResponseMemory memory{budget, kPart};
    const int text = 0;
    const int other_text = 0;
};

TEST_F(ResponseMemoryTest, IsHeldAsLongAsAResponseWaits) {
    {
        const Hold one{memory, known(300)};
        const Hold other{memory, of(kOne, 200)};
        EXPECT_EQ(budget.in_use(), 500U);
    }
    EXPECT_EQ(budget.in_use(), 0U);
}

TEST_F(ResponseMemoryTest, ThatIsSharedIsCountedOnce) {
    std::optional<Hold> first{std::in_place, memory, of(kOne, 200, &text)};
    const Hold second{memory, of(kOther, 200, &text)};
    const Hold third{memory, known(200, &text)};
    EXPECT_EQ(budget.in_use(), 200U);
    const Hold fourth{memory, known(200, &other_text)};
    EXPECT_EQ(budget.in_use(), 400U);

    first.reset();
    EXPECT_EQ(budget.in_use(), 400U) << "others hold it still";
}

TEST_F(ResponseMemoryTest, OfOneNetworkIsLimited) {
    const Hold one{memory, of(kOne, kShare - 10)};

    EXPECT_FALSE(memory.has_room_for(of(kOne, 11)));
    EXPECT_TRUE(memory.has_room_for(of(kOne, 10)));
    EXPECT_TRUE(memory.has_room_for(of(kOther, 11)));
    EXPECT_TRUE(memory.has_room_for(known(kPart)));
}

TEST_F(ResponseMemoryTest, OfOneNetworkIsThatOfAnIpv6Site) {
    const Hold one{memory, of(network("2001:db8:0:1::1"), kShare)};

    EXPECT_FALSE(memory.has_room_for(of(network("2001:db8:0:2::1"), 1)));
    EXPECT_TRUE(memory.has_room_for(of(network("2001:db8:1::1"), 1)));
}

TEST_F(ResponseMemoryTest, OfAllNetworksIsLimited) {
    const Hold a{memory, of(network("203.0.113.1"), kShare)};
    const Hold b{memory, of(network("203.0.113.2"), kShare)};
    const Hold c{memory, of(network("203.0.113.3"), kShare)};
    const Hold d{memory, of(network("203.0.113.4"), kShare)};

    EXPECT_FALSE(memory.has_room_for(of(network("203.0.113.5"), 1)));
    EXPECT_TRUE(memory.has_room_for(known(3 * kPart)));
    EXPECT_FALSE(memory.has_room_for(known(3 * kPart + 1))) << "the budget is for all";
}

TEST_F(ResponseMemoryTest, MayBeLargerThanItsPartIfThereIsNoOther) {
    EXPECT_TRUE(memory.has_room_for(of(kOne, 2 * kPart)));
    EXPECT_FALSE(memory.has_room_for(of(kOne, 5 * kPart))) << "the budget has no exception";
    {
        const Hold large{memory, of(kOne, 2 * kPart)};
        EXPECT_FALSE(memory.has_room_for(of(kOther, 1)));
    }
    EXPECT_TRUE(memory.has_room_for(of(kOther, 1)));
}

TEST_F(ResponseMemoryTest, ThatIsHeldAlreadyHasRoom) {
    const Hold one{memory, of(kOne, kShare, &text)};

    EXPECT_TRUE(memory.has_room_for(of(kOne, kShare, &text)));
    EXPECT_FALSE(memory.has_room_for(of(kOne, kShare, &other_text)));
}

TEST(ResponseMemory, MayBeWithoutLimit) {
    MemoryBudget budget{0};
    ResponseMemory memory{budget, 0};
    const ResponseMemory::Hold one{memory, of(kOne, 1'000'000)};

    EXPECT_TRUE(memory.has_room_for(of(kOne, 1'000'000)));
}

}  // namespace
}  // namespace callboard::http
