// Two servers on one database: a revocation by one takes effect in the other within five seconds.
#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/shared_key.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using test::Answer;
using test::Browser;
using test::member;

class TwoServers : public testing::Test {
  protected:
    TwoServers() { EXPECT_EQ(ada.sign_in(tenant.email, test::kTenantPassword).status, 303); }

    // Tokens that both servers have cached.
    Answer known_tokens() {
        const auto tokens = ask(test::code_fields(application, test::new_code(ada, application)));
        EXPECT_EQ(call(one, tokens), 200);
        EXPECT_EQ(call(two, tokens), 200);
        return tokens;
    }
    Answer ask(const test::Fields& fields, const std::string& path = test::kTokenPath) {
        return test::post_form(client, path, fields);
    }
    static int call(const test::ServerProcess& server, const Answer& tokens) {
        const std::string bearer = "Bearer " + member(tokens, "access_token");
        return test::Client{server.port(), {{"Authorization", bearer}}}.get("/users/me").status;
    }
    bool end_everywhere(const Answer& tokens) const {
        if (call(one, tokens) != 401) return false;  // immediately
        return test::eventually([&] { return call(two, tokens) == 401; });
    }

    const test::TemporaryFolder folder;
    const test::PostgresDatabase postgres;
    const test::Arguments where{"--data-dir", folder.path() / "one", "--database", postgres.url()};
    const test::Tenant tenant = test::add_tenant(where, "acme");
    const test::ProgramApplication application = test::add_application(where);
    const test::Arguments flags = test::with_shared_key(folder, {"--database", postgres.url()});
    const test::ServerProcess one{folder.path() / "one", flags};
    const test::ServerProcess two{folder.path() / "two", flags};
    Browser ada{one.port()};
    test::Client client{one.port()};
};

TEST_F(TwoServers, ARevokedTokenEndsAtBoth) {
    const auto tokens = known_tokens();
    auto fields = application.credentials();
    fields.emplace_back("token", member(tokens, "refresh_token"));

    EXPECT_EQ(ask(fields, "/identity/oauth/revoke").status, 200);

    EXPECT_TRUE(end_everywhere(tokens));
}

TEST_F(TwoServers, ADisconnectedApplicationEndsAtBoth) {
    const auto tokens = known_tokens();

    EXPECT_EQ(ada.submit("/identity/connections", {{"application", application.client_id}}).status, 303);

    EXPECT_TRUE(end_everywhere(tokens));
}

TEST_F(TwoServers, ASessionThatEndsAtOneIsNoCredentialOfTheOther) {
    const test::Headers headers{{"Sec-Fetch-Site", "same-origin"},
                                {"Cookie", "callboard_session=" + ada.cookies.at("callboard_session")}};
    const auto call_with_session = [&](const test::ServerProcess& server) {
        return test::Client{server.port()}.get("/users/me", headers).status;
    };
    EXPECT_EQ(call_with_session(one), 200);
    EXPECT_EQ(call_with_session(two), 200);

    ada.more_headers = {{"Origin", "http://127.0.0.1:" + std::to_string(one.port())}};
    EXPECT_EQ(ada.post("/identity/sign-out", {}).status, 303);

    EXPECT_EQ(call_with_session(one), 401);
    EXPECT_TRUE(test::eventually([&] { return call_with_session(two) == 401; }));
}

TEST_F(TwoServers, ASessionOfOneIsASessionOfTheOther) {
    Browser elsewhere{two.port()};
    elsewhere.cookies = ada.cookies;

    EXPECT_EQ(elsewhere.get("/identity/connections").status, 200);
}

}  // namespace
}  // namespace callboard
