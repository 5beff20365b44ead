// Many concurrent requests with one code or one refresh token: exactly one gets tokens, on each database,
// with several servers, and when a server is killed. TEST_KILLS sets the number of kills; by default 4 of
// each kind.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/oauth_program.h"
#include "support/shared_key.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using test::Answer;
using test::Browser;
using test::Connection;
using test::Fields;

constexpr std::size_t kConcurrentRequests = 32;

constexpr int kRounds = 100;

int kills() {
    const char* const text = std::getenv("TEST_KILLS");
    return text ? std::atoi(text) : 4;
}

enum class Deployment { sqlite, postgres, two_servers };

struct Tally {
    std::vector<Answer> good;
    std::size_t refused = 0;  // invalid_grant
    std::vector<std::string> others;

    void add(Answer answer) {
        if (answer.status == 200) {
            good.push_back(std::move(answer));
        } else if (answer.status == 400 && test::member(answer, "error") == "invalid_grant") {
            ++refused;
        } else {
            others.push_back(std::to_string(answer.status) + " " + answer.body);
        }
    }
};

class OAuthRace : public testing::TestWithParam<Deployment> {
  protected:
    OAuthRace() {
        for (std::size_t i = 0; i < server_count(); ++i) start(i);
        browser.emplace(servers.front()->port());
        if (browser->sign_in(tenant.email, test::kTenantPassword).status != 303)
            throw std::runtime_error("nobody can sign in");
        connect();
    }

    static std::size_t server_count() { return GetParam() == Deployment::two_servers ? 2 : 1; }
    test::Arguments database() const {
        return postgres ? test::Arguments{"--database", postgres->url()} : test::Arguments{};
    }
    std::filesystem::path data_dir(std::size_t number) const {
        return folder.path() / ("data" + std::to_string(number));
    }
    test::Arguments where() const {
        test::Arguments flags{"--data-dir", data_dir(0)};
        const auto more = database();
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }
    void start(std::size_t number) {
        servers.resize(std::max(servers.size(), number + 1));
        servers[number] = std::make_unique<test::ServerProcess>(data_dir(number),
                                                                test::with_shared_key(folder, database()));
    }
    // The port may change; the browser keeps its cookies.
    void restart(std::size_t number) {
        start(number);
        const auto cookies = browser->cookies;
        browser.emplace(servers.front()->port());
        browser->cookies = cookies;
        connect();
    }

    // Connections are reused in all rounds and distributed over the servers.
    void connect() {
        connections.clear();
        for (std::size_t i = 0; i < kConcurrentRequests; ++i)
            connections.emplace_back(servers[i % servers.size()]->port());
    }
    // One request on each connection, without waiting for responses.
    void send_everywhere(const Fields& fields) {
        const std::string request = test::request_text(
            "POST", test::kTokenPath, {{"Content-Type", "application/x-www-form-urlencoded"}},
            test::form_text(fields));
        for (auto& connection : connections) connection.send(request);
    }
    Tally race(const Fields& fields) {
        Tally tally;
        send_everywhere(fields);
        for (auto& connection : connections) tally.add(connection.receive());
        return tally;
    }
    // The same, but a server is killed after some of the responses and then restarted.
    Tally race_with_kill(const Fields& fields, std::size_t victim, std::size_t answers_before) {
        Tally tally;
        send_everywhere(fields);
        for (std::size_t i = 0; i < kConcurrentRequests; ++i) {
            if (i == answers_before) servers[victim]->kill();
            try {
                tally.add(connections[i].receive());
            } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
                // the response is lost with the server
            }
        }
        restart(victim);
        Tally after = race(fields);
        for (auto& answer : after.good) tally.good.push_back(std::move(answer));
        tally.refused += after.refused;
        tally.others.insert(tally.others.end(), after.others.begin(), after.others.end());
        return tally;
    }
    static void expect_one_winner(const Tally& tally) {
        EXPECT_EQ(tally.good.size(), 1U);
        EXPECT_EQ(tally.refused, kConcurrentRequests - 1);
        EXPECT_TRUE(tally.others.empty()) << tally.others.front();
    }
    bool works(const Answer& tokens) const {
        const std::string bearer = "Bearer " + test::member(tokens, "access_token");
        return std::ranges::all_of(servers, [&](const auto& server) {
            return test::Client{server->port(), {{"Authorization", bearer}}}.get("/users/me").status == 200;
        });
    }
    Fields with_new_code() { return test::code_fields(application, test::new_code(*browser, application)); }
    Fields with_new_refresh_token() {
        test::Client client{servers.front()->port()};
        const auto tokens = test::post_form(client, test::kTokenPath, with_new_code());
        return test::refresh_fields(application, test::member(tokens, "refresh_token"));
    }

    const test::TemporaryFolder folder;
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == Deployment::sqlite ? nullptr : std::make_unique<test::PostgresDatabase>();
    const test::Tenant tenant = test::add_tenant(where(), "acme");
    const test::ProgramApplication application = test::add_application(where());
    std::vector<std::unique_ptr<test::ServerProcess>> servers;
    std::optional<Browser> browser;
    std::vector<Connection> connections;
};

TEST_P(OAuthRace, OneOfManyExchangesOfACodeWins) {
    for (int round = 0; round < kRounds; ++round) {
        const auto tally = race(with_new_code());

        expect_one_winner(tally);
        ASSERT_FALSE(HasFailure()) << "in round " << round;
        ASSERT_TRUE(works(tally.good.front()));
    }
}

TEST_P(OAuthRace, OneOfManyRefreshesWins) {
    auto fields = with_new_refresh_token();
    for (int round = 0; round < kRounds; ++round) {
        const auto tally = race(fields);

        expect_one_winner(tally);
        ASSERT_FALSE(HasFailure()) << "in round " << round;
        fields = test::refresh_fields(application, test::member(tally.good.front(), "refresh_token"));
    }
}

TEST_P(OAuthRace, AKilledServerDoesNotMakeASecondWinnerOfACode) {
    std::mt19937 random{4711};
    for (int round = 0; round < kills(); ++round) {
        const auto tally = race_with_kill(with_new_code(), random() % servers.size(), random() % 4);

        EXPECT_LE(tally.good.size(), 1U) << "in round " << round;
        EXPECT_TRUE(tally.others.empty()) << tally.others.front();
    }
}

TEST_P(OAuthRace, AKilledServerDoesNotMakeASecondWinnerOfARefreshToken) {
    std::mt19937 random{4712};
    for (int round = 0; round < kills(); ++round) {
        const auto tally = race_with_kill(with_new_refresh_token(), random() % servers.size(), random() % 4);

        EXPECT_LE(tally.good.size(), 1U) << "in round " << round;
        EXPECT_TRUE(tally.others.empty()) << tally.others.front();
    }
}

INSTANTIATE_TEST_SUITE_P(Db, OAuthRace,
                         testing::Values(Deployment::sqlite, Deployment::postgres, Deployment::two_servers),
                         [](const auto& each) {
                             switch (each.param) {
                                 case Deployment::sqlite: return "sqlite";
                                 case Deployment::postgres: return "postgres";
                                 case Deployment::two_servers: return "two_servers";
                             }
                             return "";
                         });

}  // namespace
}  // namespace callboard
