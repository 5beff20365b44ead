// How many applications for a posting are accepted.
#include <chrono>
#include <string>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/sample_company.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace json = boost::json;

throttle::Limits two_applications() {
    throttle::Limits limits;
    limits.of(throttle::Policy::applying) = {.requests = 2, .period = std::chrono::minutes{1}};
    return limits;
}

class LimitsOfApplying : public testing::TestWithParam<test::Engine> {
  protected:
    test::Answer apply(const std::string& last_name) {
        const json::object body{{"firstName", "Ada"}, {"lastName", last_name}, {"email", "ada@example.com"}};
        return client.request("POST", "/postings/" + acme.ids.at("postingUuid") + "/candidates",
                              json::serialize(body),
                              {{"X-SmartToken", acme.key}, {"Content-Type", "application/json"}});
    }

    test::TestServer server{{.engine = GetParam(), .extra_routes = {}, .limits = two_applications()}};
    test::Client client = server.client();
    const test::SampleCompany acme{*server.db, "acme", server.report_folder()};
};

TEST_P(LimitsOfApplying, AreForOneAddressAndPosting) {
    EXPECT_EQ(apply("One").status, 200);
    EXPECT_EQ(apply("Two").status, 200);
    const auto refused = apply("Three");

    EXPECT_EQ(refused.status, 429) << refused.body;
    EXPECT_EQ(refused.error_code(), "TRAFFIC_LOCKED");
    EXPECT_FALSE(refused.header("retry-after").empty());
}

RUN_ON_EACH_DATABASE(LimitsOfApplying);

}  // namespace
}  // namespace callboard
