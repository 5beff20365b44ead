// getUsage, after calls of which the test knows the outcome.
#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/route.h"
#include "integration/shared_server.h"
#include "support/error_code.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::eventually;
using test::text;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

wire::Nothing fail(db::Snapshot&, const edge::Call<>&) {
    throw internal("on purpose");
}

edge::Route failing_route() {
    return edge::route({http::Method::get,
                        "/test/failure",
                        "failOnPurpose",
                        "Fail",
                        edge::any_credential(),
                        {},
                        200,
                        {}},
                       fail)
        .outside_openapi();
}

throttle::Limits three_requests() {
    throttle::Limits limits;
    limits.of(throttle::Policy::customer_api) = {.requests = 3, .concurrent = 2};
    return limits;
}

class ApiUsage : public testing::TestWithParam<test::Engine> {
  protected:
    std::string key_of(const CompanyId& whose, accounts::Role role = accounts::Role::administrator) {
        return given::api_key(*server.db, whose, given::user(*server.db, whose, role));
    }
    test::Client caller(const std::string& key) const { return server.client_with_key(key); }

    // Every reading is a call of its own, of the administrator who only reads.
    test::Answer get(const std::string& parameters = "") {
        server.stopwatch.advance(2s);  // beyond the limit of requests
        return reader.get("/usage" + parameters);
    }
    json::object usage(const std::string& parameters = "") {
        const auto answer = get(parameters);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json().as_object();
    }
    // The operation as getUsage lists it, once it has this number of calls: a call is counted when its
    // response was sent, which may be later than the client has read it.
    json::object operation(const std::string& name, std::int64_t calls) {
        json::object found;
        EXPECT_TRUE(eventually([&] {
            server.write_use();
            server.db.clock.advance(1s);
            for (const auto& each : usage().at("operations").as_array())
                if (text(each.at("operation")) == name) found = each.as_object();
            return found.contains("calls") && found.at("calls").to_number<std::int64_t>() == calls;
        })) << json::serialize(found);
        return found;
    }

    test::TestServer server{{.engine = GetParam(),
                             .extra_routes =
                                 [] {
                                     std::vector<edge::Route> routes;
                                     routes.push_back(failing_route());
                                     return routes;
                                 }(),
                             .limits = three_requests()}};
    const CompanyId company = given::company(*server.db);
    test::Client reader = caller(key_of(company));
    test::Client client = caller(key_of(company));
};

TEST_P(ApiUsage, ShowsCallsAfterAWrite) {
    EXPECT_EQ(client.get("/users/me").status, 200);
    EXPECT_EQ(client.get("/users/me").status, 200);

    const json::object counted = operation("getMe", 2);

    EXPECT_EQ(counted.at("method"), "GET");
    EXPECT_EQ(counted.at("path"), "/users/me");
    EXPECT_EQ(counted.at("refused"), 0);
    EXPECT_EQ(counted.at("failed"), 0);
    EXPECT_GT(counted.at("medianMs").to_number<double>(), 0);
    EXPECT_GE(counted.at("p99Ms").to_number<double>(), counted.at("medianMs").to_number<double>());
}

TEST_P(ApiUsage, HasTheShapeOfItsDocumentation) {
    const json::object found = usage();

    EXPECT_THAT(test::keys(found), UnorderedElementsAre("from", "to", "interval", "limits", "operations",
                                                        "series", "applications"));
    EXPECT_EQ(found.at("interval"), 60);
    EXPECT_EQ(found.at("limits").at("requestsPerSecond"), 3);
    EXPECT_EQ(found.at("limits").at("concurrency"), 2);
    EXPECT_LE(found.at("series").as_array().size(), 200U);
    EXPECT_THAT(test::keys(found.at("series").at(0)),
                UnorderedElementsAre("time", "calls", "refused", "failed"))
        << "without calls there is no median";
}

TEST_P(ApiUsage, RefusalsAndFailuresAreCountedAndRefusalsHaveNoLatency) {
    for (int i = 0; i < 5; ++i) client.get("/users/me");
    client.get("/test/failure");

    const json::object counted = operation("getMe", 5);
    EXPECT_EQ(counted.at("refused"), 2);
    EXPECT_EQ(counted.at("failed"), 0);
    EXPECT_EQ(operation("failOnPurpose", 1).at("failed"), 1);

    const json::object found = usage();
    std::int64_t refused = 0;
    for (const auto& point : found.at("series").as_array())
        refused += point.at("refused").to_number<std::int64_t>();
    EXPECT_EQ(refused, 2);
    bool is_listed = false;
    for (const auto& each : found.at("applications").as_array())
        is_listed = is_listed || (each.at("refused") == 2 && each.at("calls") == 6);
    EXPECT_TRUE(is_listed) << json::serialize(found.at("applications"));
}

TEST_P(ApiUsage, OfOneCredential) {
    client.get("/users/me");
    operation("getMe", 1);
    std::string id;
    const json::object all = usage();
    for (const auto& each : all.at("applications").as_array()) {
        EXPECT_EQ(each.at("name"), "API key");
        const json::object alone = usage("?applicationId=" + text(each.at("id")));
        for (const auto& operation : alone.at("operations").as_array())
            if (operation.at("operation") == "getMe") id = text(each.at("id"));
    }
    ASSERT_FALSE(id.empty());

    EXPECT_EQ(usage("?applicationId=" + id).at("operations").as_array().size(), 1U);
    EXPECT_THAT(usage("?applicationId=nobody").at("operations").as_array(), IsEmpty());
}

TEST_P(ApiUsage, TheSeriesOfOneOperation) {
    for (int i = 0; i < 3; ++i) client.get("/users/me");
    operation("getMe", 3);
    const auto calls = [&](const std::string& of) {
        std::int64_t sum = 0;
        const json::object found = usage("?operation=" + of);
        for (const auto& point : found.at("series").as_array()) sum += point.at("calls").as_int64();
        return sum;
    };

    EXPECT_EQ(calls("getMe"), 3);
    EXPECT_EQ(calls("nothing"), 0);
}

TEST_P(ApiUsage, LongerRangesAreReadByHour) {
    client.get("/users/me");
    operation("getMe", 1);
    server.db.clock.advance(48h);

    const json::object week = usage("?from=" + to_iso(server.db.clock.now() - std::chrono::days{7}));

    EXPECT_EQ(week.at("interval"), 3'600);
    EXPECT_LE(week.at("series").as_array().size(), 200U);
    std::vector<std::string> names;
    for (const auto& each : week.at("operations").as_array()) names.push_back(text(each.at("operation")));
    EXPECT_THAT(names, testing::Contains("getMe"));
}

TEST_P(ApiUsage, AnotherCompanySeesNothingOfIt) {
    client.get("/users/me");
    operation("getMe", 1);
    auto stranger = caller(key_of(given::company(*server.db, "other")));

    const auto answer = stranger.get("/usage");

    EXPECT_EQ(answer.status, 200);
    EXPECT_THAT(answer.json().at("operations").as_array(), IsEmpty());
    EXPECT_THAT(answer.json().at("applications").as_array(), IsEmpty());
}

TEST_P(ApiUsage, OnlyAdministratorsMayReadIt) {
    using enum accounts::Role;
    for (const auto role : {extended, standard, restricted, employee}) {
        const auto answer = caller(key_of(company, role)).get("/usage");
        EXPECT_EQ(answer.status, 403);
        EXPECT_EQ(answer.error_code(), "PERMISSION_DENIED");
    }
}

TEST_P(ApiUsage, BadParametersAreRefused) {
    for (const std::string& parameters : std::vector<std::string>{
             "?from=yesterday", "?to=1", "?from=2023-11-14T00:00:00Z&to=2023-11-13T00:00:00Z",
             "?from=2023-11-14T00:00:00Z&to=2023-11-14T00:00:00Z",
             "?from=2023-10-01T00:00:00Z&to=2023-11-02T00:00:00Z",
             "?applicationId=" + std::string(65, 'a')}) {
        const auto answer = get(parameters);
        EXPECT_EQ(answer.status, 400) << parameters << ": " << answer.body;
    }
}

RUN_ON_EACH_DATABASE(ApiUsage);

}  // namespace
}  // namespace callboard
