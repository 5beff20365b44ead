#include "telemetry/request_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::telemetry {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

TEST(RequestMeter, CountsByOperationAndStatus) {
    Metrics metrics;
    RequestMeter meter{metrics, {"getJob", "listJobs"}, 1};

    meter.record(0, 0, 200, 1ms);
    meter.record(0, 0, 200, 1ms);
    meter.record(0, 0, 404, 1ms);
    meter.record(0, 1, 503, 1ms);

    const std::string page = metrics.page();
    EXPECT_THAT(page, HasSubstr("# TYPE callboard_http_requests_total counter\n"));
    EXPECT_THAT(page, HasSubstr("callboard_http_requests_total{operation=\"getJob\",status=\"200\"} 2\n"));
    EXPECT_THAT(page, HasSubstr("callboard_http_requests_total{operation=\"getJob\",status=\"404\"} 1\n"));
    EXPECT_THAT(page, HasSubstr("callboard_http_requests_total{operation=\"listJobs\",status=\"503\"} 1\n"));
    EXPECT_THAT(page, Not(HasSubstr("status=\"500\"")));
}

TEST(RequestMeter, AddsUpWhatTheLoopsCounted) {
    Metrics metrics;
    RequestMeter meter{metrics, {"getJob"}, 3};

    meter.record(0, 0, 200, 1ms);
    meter.record(1, 0, 200, 1ms);
    meter.record(2, 0, 200, 1ms);
    meter.record(2, 0, 201, 1ms);

    EXPECT_THAT(metrics.page(), HasSubstr("{operation=\"getJob\",status=\"200\"} 3\n"));
    EXPECT_THAT(metrics.page(),
                HasSubstr("callboard_http_request_duration_seconds_count{operation=\"getJob\"} 4\n"));
}

TEST(RequestMeter, CountsAStatusThatItDoesNotKnowAsAnother) {
    Metrics metrics;
    RequestMeter meter{metrics, {"getJob"}, 1};

    meter.record(0, 0, 499, 1ms);
    meter.record(0, 0, 0, 1ms);
    meter.record(0, 0, 999, 1ms);

    EXPECT_THAT(metrics.page(), HasSubstr("{operation=\"getJob\",status=\"other\"} 3\n"));
}

TEST(RequestMeter, TellsHowLongRequestsTook) {
    Metrics metrics;
    RequestMeter meter{metrics, {"getJob"}, 2};

    meter.record(0, 0, 200, 800us);
    meter.record(1, 0, 500, 2s);

    const std::string page = metrics.page();
    const std::string name = "callboard_http_request_duration_seconds";
    EXPECT_THAT(page, HasSubstr("# TYPE " + name + " histogram\n"));
    EXPECT_THAT(page, HasSubstr(name + "_bucket{operation=\"getJob\",le=\"0.0005\"} 0\n"));
    EXPECT_THAT(page, HasSubstr(name + "_bucket{operation=\"getJob\",le=\"0.001\"} 1\n"));
    EXPECT_THAT(page, HasSubstr(name + "_bucket{operation=\"getJob\",le=\"1\"} 1\n"));
    EXPECT_THAT(page, HasSubstr(name + "_bucket{operation=\"getJob\",le=\"5\"} 2\n"));
    EXPECT_THAT(page, HasSubstr(name + "_bucket{operation=\"getJob\",le=\"+Inf\"} 2\n"));
    EXPECT_THAT(page, HasSubstr(name + "_sum{operation=\"getJob\"} 2.0008\n"));
}

TEST(RequestMeter, SaysNothingOfOperationsThatNobodyCalled) {
    Metrics metrics;
    RequestMeter meter{metrics, {"getJob", "listJobs"}, 1};

    meter.record(0, 1, 200, 1ms);

    EXPECT_THAT(metrics.page(), Not(HasSubstr("getJob")));
    EXPECT_THAT(metrics.page(), HasSubstr("listJobs"));
}

}  // namespace
}  // namespace callboard::telemetry
