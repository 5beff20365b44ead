// Signals that end a server: requests in progress are finished, and a restart keeps everything.
#include <array>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include "integration/cli/backup_fixture.h"
#include "integration/cli/operation_fixture.h"
#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::job_input;
using test::joined;
using test::OnPostgres;
using test::Operation;
using test::PostgresSession;
using test::ServerProcess;

TEST_P(Operation, ASignalEndsAnIdleServerInGoodOrder) {
    for (const int signal : {SIGTERM, SIGINT}) {
        ServerProcess server{data_dir_, database()};
        auto idle = client(server);
        EXPECT_EQ(idle.get("/healthz").status, 200);
        const test::Connection silent{server.port()};

        ::kill(server.pid(), signal);

        EXPECT_EQ(server.wait(), 0);
    }
}

TEST_P(Operation, ASignalEndsAServerThatIsStillStarting) {
    if (!postgres_) return;
    PostgresSession migrating{postgres_->url()};
    migrating.ask("SELECT pg_advisory_lock(4919102)");  // that of the schema
    for (const int signal : {SIGTERM, SIGINT}) {
        test::BackgroundCommand server{
            joined({"serve", "--data-dir", data_dir_, "--listen", "127.0.0.1:0"}, database())};
        EXPECT_TRUE(test::eventually([&] { return server.output().contains("event=starting"); }));

        EXPECT_EQ(server.stop(signal), 128 + signal);
    }
}

TEST_P(Operation, ARequestThatIsStillComingIsFinished) {
    const auto acme = tenant();
    ServerProcess server{data_dir_, database()};
    const std::string body = job_input("Cook", "IN-FLIGHT-1");
    test::Connection connection{server.port()};
    connection.send("POST /jobs HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nX-SmartToken: " +
                    acme.api_key + "\r\nExpect: 100-continue\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n\r\n");
    std::array<char, 25> proceed{};
    ASSERT_EQ(recv(connection.native_handle(), proceed.data(), proceed.size(), MSG_WAITALL), 25);
    ASSERT_EQ(std::string(proceed.data(), proceed.size()), "HTTP/1.1 100 Continue\r\n\r\n");
    connection.send(body.substr(0, 10));

    server.terminate();
    const bool stopped_accepting = test::eventually([&] {
        try {
            const test::Connection another{server.port()};
            return false;
        } catch (const std::runtime_error&) {
            return true;
        }
    });
    connection.send(body.substr(10));
    const auto answer = connection.receive();

    EXPECT_TRUE(stopped_accepting);
    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_EQ(server.wait(), 0);
    const ServerProcess again{data_dir_, database()};
    EXPECT_EQ(client(again, acme.api_key).get("/jobs").json().at("content").at(0).at("refNumber"),
              "IN-FLIGHT-1");
}

TEST_F(OnPostgres, ARequestThatWaitsForTheDatabaseIsFinishedBeforeTheEnd) {
    const auto acme = tenant();
    PostgresSession holder{database_.url()};
    holder.ask("BEGIN");
    holder.ask("LOCK TABLE job IN ACCESS EXCLUSIVE MODE");
    test::Answer answer;
    std::jthread writer{[&] { answer = client(server_, acme.api_key).post("/jobs", job_input("Cook")); }};
    PostgresSession watcher{database_.url()};
    ASSERT_TRUE(test::eventually([&] {
        return watcher.ask(
                   "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = "
                   "current_database()") != "0";
    }));

    server_.terminate();
    ASSERT_TRUE(test::eventually([&] {
        try {
            const test::Connection another{server_.port()};
            return false;
        } catch (const std::runtime_error&) {
            return true;
        }
    }));
    holder.ask("COMMIT");
    writer.join();

    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(server_.wait(), 0);
    EXPECT_EQ(watcher.ask("SELECT count(*) FROM job"), "1");
}

TEST_P(Operation, ARestartKeepsEverything) {
    const auto acme = tenant();
    const Arguments flags = joined(database(), {"--public-url", "https://api.example.test"});
    std::string department;
    std::string page;
    {
        ServerProcess before{data_dir_, flags};
        auto caller = client(before, acme.api_key);
        department = caller.post("/configuration/departments", R"({"label":"Kitchen"})").body;
        for (int i = 0; i < 2; ++i) ASSERT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
        page = caller.get("/jobs?limit=1").body;
        before.terminate();
        ASSERT_EQ(before.wait(), 0);
    }

    const ServerProcess after{data_dir_, flags};
    auto caller = client(after, acme.api_key);

    EXPECT_EQ(caller.get("/jobs?limit=1").body, page);
    const std::string id{json::parse(department).at("id").as_string()};
    EXPECT_EQ(caller.get("/configuration/departments/" + id).body, department);
    const std::string cursor{json::parse(page).at("nextPageId").as_string()};
    EXPECT_EQ(caller.get("/jobs?limit=1&pageId=" + cursor).json().at("content").as_array().size(), 1U);
}

}  // namespace
}  // namespace callboard
