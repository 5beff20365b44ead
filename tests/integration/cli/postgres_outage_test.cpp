// PostgreSQL is gone, loses its connections or is read-only: what clients see, and that a server recovers by
// itself.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/cli/operation_fixture.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::job_input;
using test::OnPostgres;
using test::PostgresSession;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST_F(OnPostgres, WithoutItsDatabaseAServerSaysSo) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    const auto job = caller.post("/jobs", job_input("Cook"));
    ASSERT_EQ(job.status, 201);
    const std::string path = "/jobs/" + std::string{job.json().at("id").as_string()};

    refuse_connections();

    EXPECT_EQ(caller.get("/healthz").status, 200);
    EXPECT_EQ(caller.get("/metrics").status, 200);
    const std::vector<test::Answer> refused{
        caller.get("/readyz"),
        caller.get("/users/me"),
        caller.get("/jobs"),
        caller.get(path),
        caller.post("/jobs", job_input("Baker")),
        caller.post(path + "/publication", "{}"),
        caller.post("/configuration/departments", R"({"label":"Kitchen"})"),
        client(server_, "a key that nobody knows yet").get("/users/me")};
    for (const auto& answer : refused) {
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.error_code(), "SERVICE_UNAVAILABLE");
        EXPECT_THAT(std::string{answer.json().at("message").as_string()}, Not(IsEmpty()));
        EXPECT_EQ(answer.header("content-type"), "application/json");
        EXPECT_THAT(answer.header("x-request-id"), Not(IsEmpty()));
        EXPECT_THAT(answer.body, Not(testing::AnyOf(HasSubstr(name_of(database_.url())),
                                                    HasSubstr("PostgreSQL"), HasSubstr("127.0.0.1"))));
    }
}

TEST_F(OnPostgres, AServerComesBackWithItsDatabaseByItself) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    ASSERT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
    refuse_connections();
    ASSERT_EQ(caller.get("/readyz").status, 503);
    ASSERT_EQ(caller.post("/jobs", job_input("Lost", "LOST-1")).status, 503);

    allow_connections();

    EXPECT_TRUE(test::eventually([&] { return caller.get("/readyz").status == 200; }));
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 1);
    EXPECT_EQ(caller.post("/jobs", job_input("Lost", "LOST-1")).status, 201);
}

TEST_F(OnPostgres, AKeyRevokedDuringAnOutageIsRefusedAfterIt) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    ASSERT_EQ(caller.get("/users/me").status, 200);
    refuse_connections();
    ASSERT_EQ(caller.get("/users/me").status, 503);
    allow_connections();

    ASSERT_EQ(test::run({"credential", "revoke", acme.credential_id, "--data-dir", folder_.path() / "tools",
                         "--database", database_.url()})
                  .code,
              0);

    EXPECT_TRUE(test::eventually([&] { return caller.get("/users/me").status == 401; }));
}

TEST_F(OnPostgres, LostConnectionsAreReplacedWithoutAnybodyNoticing) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    ASSERT_EQ(caller.get("/jobs").status, 200);

    for (int i = 0; i < 5; ++i) {
        end_sessions();
        EXPECT_EQ(caller.get("/jobs").status, 200);
        end_sessions();
        EXPECT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
    }
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 5);
}

TEST_F(OnPostgres, WritesInTheMidstOfLostConnectionsAreDoneOnceOrNotAtAll) {
    const auto acme = tenant();
    constexpr int kWriters = 4;
    constexpr int kEach = 50;
    std::atomic<int> acknowledged{0};
    std::atomic<int> uncertain{0};
    std::atomic<int> wrong{0};
    std::atomic<int> running{kWriters};
    {
        std::vector<std::jthread> writers;
        for (int writer = 0; writer < kWriters; ++writer) {
            writers.emplace_back([&, writer] {
                auto caller = client(server_, acme.api_key);
                for (int i = 0; i < kEach; ++i) {
                    const auto answer = caller.post(
                        "/jobs", job_input("Cook", "W" + std::to_string(writer) + "-" + std::to_string(i)));
                    if (answer.status == 201) {
                        ++acknowledged;
                    } else if (answer.status == 503) {
                        ++uncertain;
                    } else {
                        ++wrong;
                    }
                }
                --running;
            });
        }
        while (running > 0) {
            end_sessions();
            std::this_thread::sleep_for(20ms);
        }
    }

    EXPECT_EQ(wrong, 0);
    PostgresSession session{database_.url()};
    const int jobs = std::stoi(session.ask("SELECT count(*) FROM job"));
    EXPECT_GE(jobs, acknowledged);
    EXPECT_LE(jobs, acknowledged + uncertain);
    EXPECT_EQ(session.ask("SELECT count(*) FROM event WHERE name = 'job.created'"), std::to_string(jobs));
    EXPECT_EQ(session.ask("SELECT count(*) FROM audit_record WHERE event_name = 'JOB_CREATED'"),
              std::to_string(jobs));
    EXPECT_EQ(session.ask("SELECT count(*) FROM job_member"), std::to_string(jobs));
}

TEST_F(OnPostgres, ADatabaseThatCannotBeWrittenIsStillRead) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    ASSERT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
    test::postgres_command(administration(), "ALTER DATABASE " + name_of(database_.url()) +
                                                 " SET default_transaction_read_only = on");
    end_sessions();

    const auto read = caller.get("/jobs");
    const auto refused = caller.post("/jobs", job_input("Baker"));

    EXPECT_EQ(read.status, 200);
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.error_code(), "SERVICE_UNAVAILABLE");
}

}  // namespace
}  // namespace callboard
