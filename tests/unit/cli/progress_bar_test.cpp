#include "cli/progress_bar.h"

#include <gtest/gtest.h>

namespace callboard::cli {
namespace {

using namespace std::chrono_literals;

TEST(ProgressBar, TellsHowFarItIsAndHowFast) {
    EXPECT_EQ(progress_line({.unit = ProgressUnit::rows, .done = 1'234'567, .total = 2'469'134, .took = 2s}),
              "[###############...............]  50 %  1,234,567 rows  617,283 rows/s");
    EXPECT_EQ(progress_line({.unit = ProgressUnit::bytes, .done = 1'500'000, .total = 1'500'000, .took = 1s}),
              "[##############################] 100 %  1.5 MB  1.5 MB/s");
}

TEST(ProgressBar, HasNoSpeedAtItsBeginning) {
    EXPECT_EQ(progress_line({.unit = ProgressUnit::bytes, .done = 0, .total = 999, .took = 0s}),
              "[..............................]   0 %  0 B");
}

TEST(ProgressBar, IsNeverMoreThanFull) {
    EXPECT_EQ(progress_line({.unit = ProgressUnit::rows, .done = 12, .total = 10, .took = 0s}),
              "[##############################] 100 %  12 rows");
    EXPECT_EQ(progress_line({.unit = ProgressUnit::rows, .done = 0, .total = 0, .took = 0s}),
              "[##############################] 100 %  0 rows");
}

TEST(ProgressBar, PrintsNothingWithoutATerminal) {
    const SystemStopwatch stopwatch;
    testing::internal::CaptureStderr();
    {
        ProgressBar bar{ProgressUnit::rows, stopwatch};
        bar.show(1, 2);
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace callboard::cli
