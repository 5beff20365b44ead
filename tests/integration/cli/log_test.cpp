// The log of a server, and the signals that end it.
#include <csignal>
#include <memory>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/program.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::ServerProcess;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ProgramLog : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres_ ? Arguments{"--database", postgres_->url()} : Arguments{}; }
    Arguments flags(Arguments more) const {
        for (const std::string& flag : database()) more.push_back(flag);
        return more;
    }
    Arguments where() const { return flags({"--data-dir", data_dir_}); }

    static std::vector<std::string> lines(ServerProcess& server) {
        server.terminate();
        EXPECT_EQ(server.wait(), 0);
        std::vector<std::string> found;
        for (const auto part : std::views::split(server.output(), '\n'))
            found.emplace_back(std::string_view{part});
        return found;
    }
    // The lines of one event.
    static std::string of_event(const std::vector<std::string>& lines, const std::string& event) {
        std::string found;
        for (const std::string& line : lines)
            if (line.contains(" event=" + event + " ") || line.ends_with(" event=" + event))
                found += line + "\n";
        return found;
    }
    static std::string of_request(const std::vector<std::string>& lines, const std::string& id) {
        for (const std::string& line : lines)
            if (line.contains("request=" + id + " ")) return line;
        return "";
    }

    const test::TemporaryFolder folder_;
    const std::unique_ptr<test::PostgresDatabase> postgres_ =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const std::string data_dir_ = folder_.path() / "data";
};

TEST_P(ProgramLog, TellsStartReadyAndStop) {
    ServerProcess server{data_dir_, flags({"--workers", "1"})};
    const std::string address = "http://127.0.0.1:" + std::to_string(server.port());

    const auto log = lines(server);

    EXPECT_THAT(of_event(log, "starting"),
                AllOf(HasSubstr(" info "), HasSubstr("version="), HasSubstr("listen=127.0.0.1:0"),
                      HasSubstr(postgres_ ? "engine=postgresql" : "engine=sqlite"), HasSubstr("sandbox=no"),
                      HasSubstr("workers=1")));
    EXPECT_THAT(of_event(log, "ready"), HasSubstr("address=" + address));
    EXPECT_THAT(of_event(log, "stopping"), HasSubstr("signal=SIGTERM"));
    EXPECT_THAT(of_event(log, "stopped"), Not(testing::IsEmpty()));
    std::string order;
    for (const std::string& line : log)
        for (const std::string event : {"starting", "ready", "stopping", "stopped"})
            if (line.contains(" event=" + event)) order += event + " ";
    EXPECT_EQ(order, "starting ready stopping stopped ");
}

TEST_P(ProgramLog, HoldsNoPasswordOfAnAddress) {
    ServerProcess server{data_dir_,
                         flags({"--smtp-url", "smtp://ann:s3cret-1@127.0.0.1:9", "--redis",
                                "redis://:s3cret-2@127.0.0.1:9", "--metrics-token", "s3cret-3-s3cret-3"})};

    for (const std::string& line : lines(server)) {
        EXPECT_THAT(line, Not(HasSubstr("s3cret")));
        if (postgres_) EXPECT_THAT(line, Not(HasSubstr("postgresql://")));
    }
}

TEST_P(ProgramLog, ALineOfARequestTellsForWhomItWasMade) {
    const auto acme = test::add_tenant(where(), "acme");
    const auto application = test::add_application(where());
    ServerProcess server{data_dir_, database()};
    test::Browser ada{server.port()};
    ASSERT_EQ(ada.sign_in(acme.email, test::kTenantPassword).status, 303);
    test::Client anybody{server.port()};
    const auto tokens = test::post_form(anybody, test::kTokenPath,
                                        test::code_fields(application, test::new_code(ada, application)));
    const std::string token = test::member(tokens, "access_token");
    test::Client by_key{server.port(), {{"X-SmartToken", acme.api_key}}};
    test::Client by_token{server.port(), {{"Authorization", "Bearer " + token}}};

    const auto me = by_key.get("/users/me", {{"X-Request-Id", "by-key"}});
    const auto company = by_key.get("/configuration/company", {{"X-Request-Id", "refused"}});
    ASSERT_EQ(by_token.get("/users/me", {{"X-Request-Id", "by-token"}}).status, 200);
    anybody.get("/users/me", {{"X-Request-Id", "by-nobody"}});
    const auto log = lines(server);

    const std::string user = " user=" + std::string{me.json().at("id").as_string()};
    EXPECT_THAT(of_request(log, "by-key"), AllOf(HasSubstr(" credential=api_key company="), HasSubstr(user),
                                                 Not(HasSubstr("application="))));
    EXPECT_THAT(of_request(log, "by-token"),
                AllOf(HasSubstr(" credential=access_token company="), HasSubstr(user),
                      HasSubstr(" application=" + application.client_id)));
    EXPECT_THAT(of_request(log, "by-nobody"),
                AllOf(HasSubstr("status=401"), Not(HasSubstr("company=")), Not(HasSubstr("user="))));
    for (const std::string& line : log) {
        EXPECT_THAT(line, Not(HasSubstr(acme.email)));
        EXPECT_THAT(line, Not(HasSubstr(token)));
        EXPECT_THAT(line, Not(HasSubstr(acme.api_key)));
    }
}

TEST_P(ProgramLog, InJsonTheIdsAreMembers) {
    const auto acme = test::add_tenant(where(), "acme");
    ServerProcess server{data_dir_, flags({"--log-format", "json"})};
    test::Client by_key{server.port(), {{"X-SmartToken", acme.api_key}}};
    by_key.get("/users/me", {{"X-Request-Id", "by-key"}});

    std::set<std::string> events;
    for (const std::string& text : lines(server)) {
        if (!text.starts_with('{')) continue;
        const json::object line = json::parse(text).as_object();
        events.emplace(line.at("event").as_string());
        if (!line.contains("request") || line.at("request") != "by-key") continue;
        EXPECT_EQ(line.at("credential"), "api_key");
        EXPECT_EQ(line.at("company").as_string().size(), 36U);
        EXPECT_EQ(line.at("user").as_string().size(), 24U);
        EXPECT_FALSE(line.contains("application"));
    }
    EXPECT_THAT(events, testing::IsSupersetOf({"starting", "ready", "request", "stopping", "stopped"}));
}

RUN_ON_EACH_DATABASE(ProgramLog);

}  // namespace
}  // namespace callboard
