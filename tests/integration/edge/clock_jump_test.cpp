// The clock of the machine jumps by an hour, forward and back: calls are served as before, rate windows are
// not affected, answers that are given again stay the same, tokens live as long as the clock says.
#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "integration/shared_server.h"
#include "support/given.h"
#include "support/oauth_flow.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::id_of;

const std::vector<std::chrono::milliseconds> kJumps{1h, -1h};

class ClockJump : public testing::TestWithParam<test::Engine> {
  protected:
    std::string access_token() {
        const std::string code =
            given::code(*server.db, partner,
                        {.company = company, .user = user.id(), .application = partner.application.id});
        return server.db->write(std::nullopt, [&](db::Tx& tx) {
            return test::token_answer(
                       oauth::exchange_code(tx, partner.application, oauth::CodeRequest{.code = code}, {}))
                .access;
        });
    }
    int with_bearer(const std::string& token) {
        return server.client().get("/users/me", {{"Authorization", "Bearer " + token}}).status;
    }
    static Answer make_job(test::Client& caller, const std::string& name) {
        return caller.post("/jobs", boost::json::serialize(test::job_input()), {{"Idempotency-Key", name}});
    }

    test::TestServer server{{.engine = GetParam(), .limits = test::promised_limits()}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor user = given::user(*server.db, company);
    const std::string key = given::api_key(*server.db, company, user);
    const given::Partner partner = given::partner(*server.db);
};

TEST_P(ClockJump, DoesNotDisturbCallsNorTheirOrder) {
    auto caller = server.client_with_key(key);
    const auto first = make_job(caller, "first");
    ASSERT_EQ(first.status, 201);
    std::vector<std::string> newest_first{id_of(first)};

    for (const auto jump : kJumps) {
        server.db.clock.advance(jump);
        server.stopwatch.advance(1s);
        const std::string name = std::to_string(jump.count());
        const auto made = make_job(caller, name);
        ASSERT_EQ(made.status, 201) << made.body;
        newest_first.insert(newest_first.begin(), id_of(made));
        EXPECT_EQ(make_job(caller, name).body, made.body);
        EXPECT_EQ(make_job(caller, "first").body, first.body) << "no second job for a call that is repeated";
    }

    server.stopwatch.advance(1s);
    EXPECT_EQ(test::ids(caller.get("/jobs")), newest_first) << "ids never go back";
}

TEST_P(ClockJump, DoesNotMoveTheWindowsOfRateLimits) {
    auto caller = server.client_with_key(key);
    for (int i = 0; i < 10; ++i) ASSERT_EQ(caller.get("/users/me").status, 200);

    for (const auto jump : kJumps) {
        server.db.clock.advance(jump);
        EXPECT_EQ(caller.get("/users/me").status, 429);
    }

    server.stopwatch.advance(1s);
    EXPECT_EQ(caller.get("/users/me").status, 200);
}

TEST_P(ClockJump, EndsTokensOnlyWhileItIsAhead) {
    const std::string before = access_token();
    ASSERT_EQ(with_bearer(before), 200);

    server.db.clock.advance(1h);
    EXPECT_EQ(with_bearer(before), 401);
    EXPECT_EQ(with_bearer(access_token()), 200) << "a new one can be had at once";

    server.db.clock.advance(-1h);
    EXPECT_EQ(with_bearer(before), 200);
    EXPECT_EQ(with_bearer(access_token()), 200);
}

RUN_ON_EACH_DATABASE(ClockJump);

}  // namespace
}  // namespace callboard
