#include "telemetry/metrics.h"

#include <algorithm>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "telemetry/labelled_counters.h"

namespace callboard::telemetry {
namespace {

using testing::HasSubstr;

std::vector<std::string> lines(const Metrics& metrics) {
    std::vector<std::string> all;
    std::istringstream page{metrics.page()};
    for (std::string line; std::getline(page, line);) all.push_back(line);
    return all;
}

// The value of a sample on the page; empty if absent.
std::string sample(const Metrics& metrics, const std::string& name) {
    for (const std::string& line : lines(metrics))
        if (line.starts_with(name + " ")) return line.substr(name.size() + 1);
    return "";
}

TEST(Metrics, ShowsACounterAsPrometheusText) {
    Metrics metrics;
    Counter& counter = metrics.counter("made_total", "Things made.");

    counter.add();
    counter.add(41);

    EXPECT_EQ(counter.value(), 42U);
    EXPECT_EQ(lines(metrics), (std::vector<std::string>{"# HELP made_total Things made.",
                                                        "# TYPE made_total counter", "made_total 42"}));
}

TEST(Metrics, ReadsAGaugeWhenItIsAskedFor) {
    Metrics metrics;
    double level = 1.5;
    metrics.gauge("level", "How high.", [&] { return level; });

    EXPECT_EQ(sample(metrics, "level"), "1.5");
    level = -2;
    EXPECT_EQ(sample(metrics, "level"), "-2");
    EXPECT_THAT(metrics.page(), HasSubstr("# TYPE level gauge\n"));
}

TEST(Metrics, ShowsAHistogramWithBucketsThatAddUp) {
    Metrics metrics;
    Histogram& histogram = metrics.histogram("took_seconds", "How long.");

    for (const double seconds : {0.00005, 0.0001, 0.0003, 0.002, 0.002, 1.0, 29.0, 31.0, 1'000.0})
        histogram.observe(seconds);

    EXPECT_THAT(metrics.page(), HasSubstr("# TYPE took_seconds histogram\n"));
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="0.0001"})"), "2");
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="0.00025"})"), "2");
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="0.0005"})"), "3");
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="0.001"})"), "3");
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="0.0025"})"), "5");
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="1"})"), "6");
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="5"})"), "6");
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="30"})"), "7");
    EXPECT_EQ(sample(metrics, R"(took_seconds_bucket{le="+Inf"})"), "9");
    EXPECT_EQ(sample(metrics, "took_seconds_count"), "9");
    EXPECT_NEAR(std::stod(sample(metrics, "took_seconds_sum")), 1'061.00445, 1e-6);
}

TEST(Metrics, ShowsEveryFamilyOnceInTheOrderOfTheirMaking) {
    Metrics metrics;
    metrics.counter("b_total", "B.");
    metrics.counter("a_total", "A.");

    const std::string page = metrics.page();

    EXPECT_LT(page.find("# TYPE b_total counter"), page.find("# TYPE a_total counter"));
    EXPECT_EQ(sample(metrics, "a_total"), "0");
    EXPECT_TRUE(page.ends_with('\n'));
}

TEST(Metrics, IsAnEmptyPageWithoutAny) {
    EXPECT_EQ(Metrics{}.page(), "");
}

TEST(Counter, CountsFromEveryThread) {
    Counter counter;

    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int n = 0; n < 10'000; ++n) counter.add();
            });
        }
    }

    EXPECT_EQ(counter.value(), 40'000U);
}

TEST(Histogram, HasBoundsThatIncrease) {
    const auto bounds = Histogram::bounds();

    EXPECT_TRUE(std::ranges::is_sorted(bounds));
    EXPECT_EQ(std::ranges::adjacent_find(bounds), bounds.end());
}

TEST(Histogram, CountsAValueByTheFirstBoundThatIsNotBelowIt) {
    const auto bounds = Histogram::bounds();

    for (std::size_t i = 0; i < bounds.size(); ++i) {
        Histogram histogram;
        histogram.observe(bounds[i]);
        histogram.observe(bounds[i] * 1.0001);
        EXPECT_EQ(histogram.count(i), 1U) << i;
        EXPECT_EQ(histogram.count(i + 1), 1U) << i;
    }
}

TEST(Histogram, AddsUpToAnother) {
    Histogram one;
    Histogram other;
    one.observe(0.25);
    other.observe(0.25);
    other.observe(100);

    one.add_to(other);

    EXPECT_NEAR(other.sum(), 100.5, 1e-9);
    EXPECT_EQ(other.count(10), 2U);
    EXPECT_EQ(other.count(Histogram::bounds().size()), 1U);
    EXPECT_EQ(one.count(10), 1U);
}

TEST(Metrics, ShowLabelledCountersBeforeTheyCount) {
    Metrics metrics;
    LabelledCounters counters{
        metrics, "files_total", "Files.", {"outcome", {"made", "failed"}}, {"kind", {"csv"}}};
    counters.add(0, 0);

    EXPECT_THAT(metrics.page(), HasSubstr(R"(files_total{outcome="failed",kind="csv"} 0)"));
}

// Metrics are read until the server has ended, and the report generator ends before.
TEST(Metrics, KeepLabelledCountersOfWhoIsGone) {
    Metrics metrics;
    {
        LabelledCounters counters{metrics, "files_total", "Files.", {"outcome", {"made"}}, {"kind", {"csv"}}};
        counters.add(0, 0);
    }

    EXPECT_THAT(metrics.page(), HasSubstr(R"(files_total{outcome="made",kind="csv"} 1)"));
}

}  // namespace
}  // namespace callboard::telemetry
