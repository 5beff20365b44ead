// The manual clock of a sandbox, and that it cannot be used with real data.
#include "base/clock.h"

#include <algorithm>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/shared_key.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using test::Answer;
using test::Arguments;
using test::Browser;
using test::member;
using testing::HasSubstr;

class SandboxClock : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir};
        const auto more = database();
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }
    std::unique_ptr<test::ServerProcess> start(Arguments more) const {
        const auto flags = database();
        more.insert(more.end(), flags.begin(), flags.end());
        return std::make_unique<test::ServerProcess>(data_dir, more);
    }
    test::Client client(const test::ServerProcess& server) const {
        return test::Client{server.port(), {{"X-SmartToken", tenant.api_key}}};
    }
    static std::int64_t now(const Answer& answer) {
        EXPECT_EQ(answer.status, 200) << answer.body;
        return parse_iso(member(answer, "now")).value().ms;
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
};

TEST_P(SandboxClock, MovesByAnyUnit) {
    const auto server = start({"--sandbox"});
    auto caller = client(*server);
    caller.post("/sandbox/clock", R"({"freeze":true})");
    auto before = now(caller.get("/sandbox/clock"));

    for (const auto& [text, seconds] : {std::pair{"30s", 30}, std::pair{"2m", 120}, std::pair{"3h", 10'800},
                                        std::pair{"28d", 2'419'200}, std::pair{"0s", 0}}) {
        const auto moved = caller.post("/sandbox/clock", R"({"advance":")" + std::string{text} + "\"}");

        EXPECT_EQ(now(moved) - before, seconds * 1000LL) << text;
        EXPECT_EQ(now(caller.get("/sandbox/clock")), now(moved));
        before = now(moved);
    }
}

TEST_P(SandboxClock, StandsStillAndGoesOnFromThere) {
    const auto server = start({"--sandbox"});
    auto caller = client(*server);

    const auto frozen = caller.post("/sandbox/clock", R"({"freeze":true,"advance":"1d"})");
    const auto later = caller.get("/sandbox/clock");
    const auto released = caller.post("/sandbox/clock", R"({"freeze":false})");

    EXPECT_EQ(frozen.json().at("frozen"), true);
    EXPECT_EQ(now(frozen), now(later));
    EXPECT_EQ(released.json().at("frozen"), false);
    EXPECT_GE(now(released), now(frozen));
    EXPECT_LT(now(released) - now(frozen), 60'000);
}

TEST_P(SandboxClock, RefusesWhatIsNoDuration) {
    const auto server = start({"--sandbox"});
    auto caller = client(*server);
    caller.post("/sandbox/clock", R"({"freeze":true})");
    const auto before = now(caller.get("/sandbox/clock"));

    for (const std::string bad : {"", "s", "5", "-1d", "1w", "1.5h", "+1s", " 1s", "1s ", "1 s", "0x10s",
                                  "99999999999999999999d", "9223372036854775807d", "4000d"})
        EXPECT_EQ(caller.post("/sandbox/clock", R"({"advance":")" + bad + "\"}").status, 422) << bad;
    EXPECT_EQ(caller.post("/sandbox/clock", R"({"advance":5})").status, 422);
    EXPECT_EQ(caller.post("/sandbox/clock", R"({"freeze":"yes"})").status, 422);
    EXPECT_EQ(caller.post("/sandbox/clock", "{").status, 400);

    EXPECT_EQ(now(caller.get("/sandbox/clock")), before);
}

TEST_P(SandboxClock, NeedsACredential) {
    const auto server = start({"--sandbox"});
    test::Client nobody{server->port()};

    EXPECT_EQ(nobody.get("/sandbox/clock").status, 401);
    EXPECT_EQ(nobody.post("/sandbox/clock", R"({"advance":"1d"})").status, 401);
}

TEST_P(SandboxClock, IsNotThereOutsideASandbox) {
    const auto server = start({});
    auto caller = client(*server);

    EXPECT_EQ(caller.get("/sandbox/clock").status, 404);
    EXPECT_EQ(caller.post("/sandbox/clock", R"({"advance":"1d"})").status, 404);
}

TEST_P(SandboxClock, SurvivesARestartAndHoldsForTheCommandLine) {
    std::int64_t before = 0;
    {
        const auto server = start({"--sandbox"});
        auto caller = client(*server);
        before = now(caller.post("/sandbox/clock", R"({"freeze":true,"advance":"400d"})"));
        server->kill();
    }
    const auto application = test::add_application(where());

    const auto server = start({"--sandbox"});
    auto caller = client(*server);
    const auto listed = test::command_at(where(), {"app", "list"}).json().at("items").at(0);

    EXPECT_EQ(now(caller.get("/sandbox/clock")), before);
    EXPECT_EQ(parse_iso(std::string{listed.at("created").as_string()})->ms, before) << application.client_id;
}

TEST_P(SandboxClock, ACodeATokenAndARefreshTokenExpireInAMoment) {
    const auto application = test::add_application(where());
    const auto server = start({"--sandbox"});
    auto caller = client(*server);
    Browser ada{server->port()};
    ASSERT_EQ(ada.sign_in(tenant.email, test::kTenantPassword).status, 303);
    test::Client anybody{server->port()};
    caller.post("/sandbox/clock", R"({"freeze":true})");
    const auto pass = [&](const std::string& time) {
        return caller.post("/sandbox/clock", R"({"advance":")" + time + "\"}").status;
    };
    const auto ask = [&](const test::Fields& fields) {
        return test::post_form(anybody, test::kTokenPath, fields);
    };
    const auto early = test::new_code(ada, application);
    const auto late = test::new_code(ada, application);

    pass("29s");
    const auto tokens = ask(test::code_fields(application, early));
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    pass("1s");
    EXPECT_EQ(ask(test::code_fields(application, late)).status, 400);

    test::Client robot{server->port(), {{"Authorization", "Bearer " + member(tokens, "access_token")}}};
    pass("1798s");
    EXPECT_EQ(robot.get("/users/me").status, 200);
    pass("1s");
    EXPECT_EQ(robot.get("/users/me").status, 401);

    pass("27d");
    const auto second = ask(test::refresh_fields(application, member(tokens, "refresh_token")));
    ASSERT_EQ(second.status, 200) << second.body;
    pass("28d");
    EXPECT_EQ(ask(test::refresh_fields(application, member(second, "refresh_token"))).status, 400);
}

TEST_P(SandboxClock, AnAccessTokenMayMoveItToo) {
    const auto application = test::add_application(where(), "reviews_read users_read");
    const auto server = start({"--sandbox"});
    Browser ada{server->port()};
    ada.sign_in(tenant.email, test::kTenantPassword);
    test::Client anybody{server->port()};
    const auto tokens =
        test::post_form(anybody, test::kTokenPath,
                        test::code_fields(application, test::new_code(ada, application, "reviews_read")));

    test::Client robot{server->port(), {{"Authorization", "Bearer " + member(tokens, "access_token")}}};

    EXPECT_EQ(robot.post("/sandbox/clock", R"({"advance":"1s"})").status, 200);
}

TEST_P(SandboxClock, ADatabaseThatWasServedBecomesNoSandbox) {
    start({})->kill();

    try {
        start({"--sandbox"});
        FAIL() << "it started";
    } catch (const std::runtime_error& refusal) {
        EXPECT_THAT(refusal.what(), HasSubstr("sandbox"));
    }
    EXPECT_NO_THROW(start({}));
}

TEST_P(SandboxClock, ASandboxIsNeverServedForReal) {
    start({"--sandbox"})->kill();

    try {
        start({});
        FAIL() << "it started";
    } catch (const std::runtime_error& refusal) {
        EXPECT_THAT(refusal.what(), HasSubstr("sandbox"));
    }
    EXPECT_NO_THROW(start({"--sandbox"}));
}

RUN_ON_EACH_DATABASE(SandboxClock);

class SharedSandbox : public testing::Test {
  protected:
    const test::TemporaryFolder folder;
    const test::PostgresDatabase postgres;
    const test::Tenant tenant =
        test::add_tenant({"--data-dir", folder.path() / "one", "--database", postgres.url()}, "acme");
};

TEST_F(SharedSandbox, AnotherServerFollowsTheClock) {
    const Arguments flags = test::with_shared_key(folder, {"--sandbox", "--database", postgres.url()});
    const test::ServerProcess one{folder.path() / "one", flags};
    const test::ServerProcess two{folder.path() / "two", flags};
    test::Client first{one.port(), {{"X-SmartToken", tenant.api_key}}};
    test::Client second{two.port(), {{"X-SmartToken", tenant.api_key}}};

    const auto moved = first.post("/sandbox/clock", R"({"freeze":true,"advance":"28d"})");

    EXPECT_TRUE(test::eventually([&] { return second.get("/sandbox/clock").body == moved.body; }));
}

}  // namespace
}  // namespace callboard
