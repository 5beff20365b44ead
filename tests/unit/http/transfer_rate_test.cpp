#include "http/transfer_rate.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace callboard::http {
namespace {

using namespace std::chrono_literals;

constexpr MinimumRate kMinimum{.bytes_per_second = 1024, .window = 10s};

// A transfer that is checked once a second.
class Transfer {
  public:
    Transfer() { rate_.start(now_, total_); }

    // One second passes, with that many bytes. True if the transfer is too slow.
    bool second(std::uint64_t bytes) {
        now_ += 1s;
        total_ += bytes;
        return rate_.is_below(kMinimum, now_, total_);
    }

    // The number of such seconds until it is too slow; `most` if it never is.
    int seconds_until_too_slow(std::uint64_t bytes, int most = 1'000) {
        for (int i = 1; i < most; ++i)
            if (second(bytes)) return i;
        return most;
    }

  private:
    Stopwatch::Instant now_{1'000s};
    std::uint64_t total_ = 5'000'000'000;
    TransferRate rate_;
};

TEST(TransferRate, OfNothingIsTooSlowAfterTheWindow) {
    EXPECT_EQ(Transfer{}.seconds_until_too_slow(0), 10);
}

TEST(TransferRate, JustBelowTheMinimumIsTooSlowAndAtTheMinimumItIsNot) {
    EXPECT_EQ(Transfer{}.seconds_until_too_slow(1'023), 10);
    EXPECT_EQ(Transfer{}.seconds_until_too_slow(1'024), 1'000);
}

TEST(TransferRate, OfTheBeginningDoesNotExcuseWhatFollows) {
    for (const std::uint64_t first : {20'000ULL, 1'000'000ULL, 4'000'000'000ULL}) {
        Transfer transfer;
        EXPECT_FALSE(transfer.second(first));
        const int until = transfer.seconds_until_too_slow(0);
        EXPECT_GE(until, 10) << first;
        EXPECT_LE(until, 12) << first;
    }
}

TEST(TransferRate, IsTakenOverTheWholeWindow) {
    Transfer transfer;
    for (int round = 0; round < 50; ++round) {
        for (int i = 0; i < 7; ++i) EXPECT_FALSE(transfer.second(0)) << round;
        EXPECT_FALSE(transfer.second(3 * 10 * 1'024)) << round;
    }
}

TEST(TransferRate, IsTakenOverTheTimeThatPassedWhenNobodyLooked) {
    TransferRate rate;
    const Stopwatch::Instant begin{1'000s};
    rate.start(begin, 0);

    EXPECT_FALSE(rate.is_below(kMinimum, begin + 100s, 102'400));
    EXPECT_TRUE(rate.is_below(kMinimum, begin + 200s, 102'400 + 102'399));
}

TEST(TransferRate, BeginsWithTheFirstLookIfNotBefore) {
    TransferRate rate;
    const Stopwatch::Instant begin{1'000s};
    EXPECT_FALSE(rate.started());

    EXPECT_FALSE(rate.is_below(kMinimum, begin, 77));
    EXPECT_FALSE(rate.is_below(kMinimum, begin + 9s, 77));
    EXPECT_TRUE(rate.is_below(kMinimum, begin + 10s, 77));
    rate.stop();
    EXPECT_FALSE(rate.is_below(kMinimum, begin + 100s, 77));
}

}  // namespace
}  // namespace callboard::http
