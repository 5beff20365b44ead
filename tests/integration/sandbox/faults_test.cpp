// Simulated failures of a sandbox: which requests get them.
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using test::Answer;
using test::Arguments;
using test::Client;
using test::eventually;
using testing::HasSubstr;

const std::string kFaults = "/sandbox/faults";
const std::string kApply = "/postings/00000000-0000-7000-8000-000000000000/candidates";
const std::string kProbe = "/user-api/v201804/users/me";

class SandboxFaults : public testing::Test {
  protected:
    static std::string matching(const std::string& what, const std::string& path = kProbe,
                                const std::string& method = "GET") {
        return R"({"match":{"method":")" + method + R"(","path":")" + path + R"("},)" + what + "}";
    }
    Client client(const test::Tenant& whose) const {
        return Client{server->port(), {{"X-SmartToken", whose.api_key}}};
    }
    Client another_client() const {
        return Client{server->port(), {{"X-SmartToken", other_key.text("api_key")}}};
    }
    std::string probe(const std::string& method = "GET", const std::string& path = kProbe) const {
        return test::request_text(method, path, {{"X-SmartToken", tenant.api_key}});
    }
    // Not a Client: it fails on undocumented responses, and simulated failures are not documented.
    Answer call(const std::string& method = "GET", const std::string& path = kProbe) const {
        test::Connection connection{server->port()};
        connection.send(probe(method, path));
        return connection.receive();
    }
    // Without the request that reads this.
    std::string free_slots() const {
        return client(tenant).get("/jobs?limit=1").header("x-ratelimit-concurrent-remaining");
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const test::Tenant tenant = test::add_tenant({"--data-dir", data_dir}, "acme");
    const test::Outcome other_key = test::command_at(
        {"--data-dir", data_dir}, {"credential", "create", "--company", "acme", "--kind", "api-key"});
    std::unique_ptr<test::ServerProcess> server = std::make_unique<test::ServerProcess>(
        data_dir, Arguments{"--sandbox", "--customer-concurrency", "8"});
    Client caller = client(tenant);
};

TEST_F(SandboxFaults, GiveTheNextMatchingCallsTheirStatus) {
    const Answer made = caller.post(kFaults, matching(R"("status":503,"times":2)"));
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("times"), 2);

    EXPECT_EQ(caller.get("/jobs").status, 200);
    const Answer first = call();
    EXPECT_EQ(first.status, 503);
    EXPECT_THAT(first.body, HasSubstr("SANDBOX_FAULT"));
    EXPECT_EQ(first.header("x-ratelimit-concurrent-limit"), "8");
    EXPECT_NE(first.header("x-request-id"), "");
    EXPECT_EQ(caller.get(kFaults).json().at("faults").at(0).at("times"), 1);
    EXPECT_EQ(call("GET", kProbe + "?x=1").status, 503);
    EXPECT_EQ(caller.get(kProbe).status, 200);
    EXPECT_TRUE(caller.get(kFaults).json().at("faults").as_array().empty());
}

TEST_F(SandboxFaults, LookLikeTheRealOnes) {
    caller.post(kFaults, matching(R"("status":429)"));
    caller.post(kFaults, matching(R"("status":401)"));

    EXPECT_EQ(call().header("retry-after"), "1");
    EXPECT_THAT(call().header("www-authenticate"), HasSubstr("invalid_token"));
}

TEST_F(SandboxFaults, AreOfOneCallerOnly) {
    caller.post(kFaults, matching(R"("status":500,"times":1000)"));
    Client other = another_client();

    EXPECT_EQ(other.get(kProbe).status, 200);
    EXPECT_TRUE(other.get(kFaults).json().at("faults").as_array().empty());
    EXPECT_EQ(other.del(kFaults).status, 204);
    EXPECT_EQ(call().status, 500);
    EXPECT_EQ(caller.del(kFaults).status, 204);
    EXPECT_EQ(caller.get(kProbe).status, 200);
}

TEST_F(SandboxFaults, MatchEveryCallOfAnOperation) {
    caller.post(kFaults, matching(R"("status":500,"times":2)", "/jobs/{jobId}"));

    EXPECT_EQ(caller.get("/jobs").status, 200);
    EXPECT_EQ(call("GET", "/jobs/1").status, 500);
    EXPECT_EQ(call("GET", "/jobs/2").status, 500);
    EXPECT_GE(caller.get("/jobs/1").status, 401);
    EXPECT_LT(caller.get("/jobs/1").status, 500);
}

TEST_F(SandboxFaults, CloseTheConnectionWithoutAnAnswer) {
    caller.post(kFaults, matching(R"("drop":true)"));
    test::Connection connection{server->port()};

    connection.send(probe());

    EXPECT_EQ(connection.receive_rest(), "");
    EXPECT_TRUE(connection.closed_by_server());
    EXPECT_EQ(caller.get(kProbe).status, 200);
}

TEST_F(SandboxFaults, DelayACallThatHoldsItsSlotAllTheTime) {
    EXPECT_EQ(caller.post(kFaults, matching(R"("delay":600)")).status, 201);
    {
        test::Connection connection{server->port()};
        connection.send(probe());
        EXPECT_TRUE(eventually([&] { return free_slots() == "6"; }));
    }

    EXPECT_TRUE(eventually([&] { return free_slots() == "7"; })) << "its client has gone";
}

TEST_F(SandboxFaults, DelayACallAndThenMakeIt) {
    EXPECT_EQ(caller.post(kFaults, matching(R"("delay":0.25)", "/jobs", "POST")).status, 201);
    const auto begun = std::chrono::steady_clock::now();

    const Answer refused = caller.post("/jobs", "{}");

    EXPECT_EQ(refused.status, 422);
    EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds{250});
}

TEST_F(SandboxFaults, OfApplicationsHaveTheFormatOfTheirErrors) {
    caller.post(kFaults, matching(R"("status":500)", kApply, "POST"));

    const Answer failed = call("POST", kApply);

    EXPECT_EQ(failed.status, 500);
    EXPECT_EQ(failed.error_code(), "APPLY_API_ERROR");
    EXPECT_EQ(failed.json().at("id").as_string(), failed.header("x-request-id"));
}

TEST_F(SandboxFaults, OverrunTheTimeLimitOfTheServer) {
    server.reset();
    server =
        std::make_unique<test::ServerProcess>(data_dir, Arguments{"--sandbox", "--request-timeout", "1"});
    EXPECT_EQ(client(tenant).post(kFaults, matching(R"("delay":"200s")")).status, 201);
    EXPECT_EQ(client(tenant).post(kFaults, matching(R"("delay":"200s")", kApply, "POST")).status, 201);
    test::Connection applying{server->port()};
    applying.send(probe("POST", kApply));

    const Answer answer = call();

    EXPECT_EQ(answer.status, 503);
    EXPECT_THAT(answer.body, HasSubstr("REQUEST_TIMEOUT"));
    const Answer late = applying.receive();
    EXPECT_EQ(late.status, 503);
    EXPECT_EQ(late.error_code(), "REST_CALL_TIMEOUT");
    EXPECT_EQ(client(tenant).get(kProbe).status, 200);
}

TEST_F(SandboxFaults, HoldUpNobodyElse) {
    caller.post(kFaults, matching(R"("delay":600,"times":8)"));
    std::vector<std::unique_ptr<test::Connection>> delayed;
    for (int i = 0; i < 7; ++i) {  // one slot is left for the request that reads the count
        delayed.push_back(std::make_unique<test::Connection>(server->port()));
        delayed.back()->send(probe());
    }
    EXPECT_TRUE(eventually([&] { return free_slots() == "0"; }));

    Client other = another_client();
    for (int i = 0; i < 50; ++i) EXPECT_EQ(other.get(kProbe).status, 200);
    delayed.clear();
    EXPECT_TRUE(eventually([&] { return free_slots() == "7"; }));
    server->terminate();
    EXPECT_EQ(server->wait(), 0);
}

TEST_F(SandboxFaults, RefuseWhatTheyCannotBe) {
    for (const std::string& bad : {matching(R"("times":1)"),
                                   matching(R"("status":200)"),
                                   matching(R"("status":600)"),
                                   matching(R"("status":503,"drop":true)"),
                                   matching(R"("status":503,"delay":1)"),
                                   matching(R"("drop":false)"),
                                   matching(R"("delay":-1)"),
                                   matching(R"("delay":601)"),
                                   matching(R"("delay":1e300)"),
                                   matching(R"("delay":"5")"),
                                   matching(R"("delay":"nans")"),
                                   matching(R"("delay":"xs")"),
                                   matching(R"("delay":null,"times":1)"),
                                   matching(R"("status":503,"times":0)"),
                                   matching(R"("status":503,"times":1001)"),
                                   matching(R"("status":503)", "jobs"),
                                   matching(R"("status":503)", "/jobs?limit=1"),
                                   matching(R"("status":503)", ""),
                                   matching(R"("status":503)", "/" + std::string(1024, 'x')),
                                   matching(R"("status":503)", "/jobs", "get"),
                                   matching(R"("status":503)", "/jobs", "TRACE"),
                                   matching(R"("status":503)", "/sandbox/faults", "DELETE"),
                                   std::string{R"({"status":503})"},
                                   std::string{"[]"}})
        EXPECT_EQ(caller.post(kFaults, bad).status, 422) << bad;
    EXPECT_EQ(caller.post(kFaults, "{").status, 400);
    EXPECT_TRUE(caller.get(kFaults).json().at("faults").as_array().empty());
}

TEST_F(SandboxFaults, AreTwentyAtMost) {
    for (int i = 0; i < 20; ++i) EXPECT_EQ(caller.post(kFaults, matching(R"("status":503)")).status, 201);

    const Answer refused = caller.post(kFaults, matching(R"("status":503)"));

    EXPECT_EQ(refused.status, 409);
    EXPECT_THAT(refused.body, HasSubstr("TOO_MANY_FAULTS"));
    EXPECT_EQ(another_client().post(kFaults, matching(R"("status":503)")).status, 201);
}

TEST_F(SandboxFaults, NeedACredential) {
    Client nobody{server->port()};

    EXPECT_EQ(nobody.post(kFaults, matching(R"("status":503)")).status, 401);
    EXPECT_EQ(nobody.get(kFaults).status, 401);
    EXPECT_EQ(nobody.del(kFaults).status, 401);
}

TEST(WithoutASandbox, ThereAreNoFaults) {
    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const test::Tenant tenant = test::add_tenant({"--data-dir", data_dir}, "acme");
    const test::ServerProcess server{data_dir};
    Client caller{server.port(), {{"X-SmartToken", tenant.api_key}}};

    EXPECT_EQ(caller.post(kFaults, R"({"status":503})").status, 404);
    EXPECT_EQ(caller.get(kFaults).status, 404);
    EXPECT_EQ(caller.del(kFaults).status, 404);
}

}  // namespace
}  // namespace callboard
