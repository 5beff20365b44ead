// callboard tail: the requests to a running server.
#include <array>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/local_socket.h"
#include "support/command_lines.h"
#include "support/eventually.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/temporary_folder.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using test::Arguments;
using test::BackgroundCommand;
using test::lines;
using test::wait_for_lines;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

class Tail : public testing::Test {
  protected:
    // After it has printed that it follows the server.
    std::unique_ptr<BackgroundCommand> follow(const Arguments& more,
                                              const Arguments& form = {"--json"}) const {
        auto command =
            std::make_unique<BackgroundCommand>(joined(joined({"tail", "--data-dir", data_dir}, form), more));
        wait_for_lines(*command, 1);
        return command;
    }
    // The ids of the requests that it has shown, once this one is among them.
    static std::vector<std::string> shown(const BackgroundCommand& command, const std::string& last) {
        EXPECT_TRUE(test::eventually([&] { return command.output().contains("\"" + last + "\""); }))
            << command.output();
        std::vector<std::string> ids;
        for (const std::string& line : lines(command)) {
            const json::object object = json::parse(line).as_object();
            if (object.contains("request")) ids.emplace_back(object.at("request").as_string());
        }
        return ids;
    }
    test::Outcome refused(const Arguments& more) const {
        return test::run(joined({"tail", "--json", "--data-dir", data_dir}, more));
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
};

TEST_F(Tail, ShowsARequestWithItsCallerItsLimitsAndItsTrace) {
    const auto acme = test::add_tenant({"--data-dir", data_dir}, "acme");
    const test::ServerProcess server{data_dir, {"--customer-requests", "10", "--customer-concurrency", "8"}};
    test::Client client{server.port(), {{"X-SmartToken", acme.api_key}}};
    const auto me = client.get("/users/me");
    const auto tail = follow({});

    client.get("/users/me?secret=s3cret",
               {{"X-Request-Id", "shown"},
                {"traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}});

    const auto printed = wait_for_lines(*tail, 2);
    const json::object request = json::parse(printed[1]).as_object();
    EXPECT_TRUE(parse_iso(std::string{request.at("time").as_string()}));
    EXPECT_EQ(request.at("status"), 200);
    EXPECT_GT(request.at("ms").to_number<double>(), 0);
    EXPECT_EQ(request.at("method"), "GET");
    EXPECT_EQ(request.at("operation"), "getMe");
    EXPECT_EQ(request.at("company").as_string().size(), 36U);
    EXPECT_EQ(request.at("user"), me.json().at("id"));
    EXPECT_FALSE(request.contains("application"));
    EXPECT_EQ(request.at("rate_limit"), 10);
    EXPECT_LE(request.at("rate_remaining").as_int64(), 9);
    EXPECT_EQ(request.at("concurrency_limit"), 8);
    EXPECT_EQ(request.at("concurrency_remaining"), 7);
    EXPECT_EQ(request.at("request"), "shown");
    EXPECT_EQ(request.at("trace"), "4bf92f3577b34da6a3ce929d0e0e4736");
    for (const std::string& secret : {std::string{"s3cret"}, acme.api_key, acme.email})
        EXPECT_THAT(tail->output(), Not(HasSubstr(secret)));
    EXPECT_EQ(tail->stop(SIGINT), 0);
}

TEST_F(Tail, ShowsOnlyWhatItIsAskedFor) {
    const auto acme = test::add_tenant({"--data-dir", data_dir}, "acme");
    const auto rival = test::add_tenant({"--data-dir", data_dir}, "rival");
    // One event loop: two of them could show their requests in another order.
    const test::ServerProcess server{data_dir, {"--customer-requests", "0", "--workers", "1"}};
    test::Client ada{server.port(), {{"X-SmartToken", acme.api_key}}};
    test::Client eve{server.port(), {{"X-SmartToken", rival.api_key}}};
    const std::string user{ada.get("/users/me").json().at("id").as_string()};
    const auto all = follow({});
    const auto of_company = follow({"--company", "acme"});
    const auto of_email = follow({"--user", acme.email});
    const auto of_user = follow({"--user", user, "--status", "4xx", "--status", "200"});
    const auto of_operation = follow({"--operation", "getMe"});
    const auto failed = follow({"--status", "4xx"});
    const auto slow = follow({"--slower-than", "60000"});

    ada.get("/users/me", {{"X-Request-Id", "ada-me"}});
    eve.get("/users/me", {{"X-Request-Id", "eve-me"}});
    ada.get("/nowhere", {{"X-Request-Id", "ada-lost"}});
    eve.get("/nowhere", {{"X-Request-Id", "eve-lost"}});
    eve.get("/users/me", {{"X-Request-Id", "eve-end"}});
    ada.get("/users/me", {{"X-Request-Id", "ada-end"}});
    ada.get("/nowhere", {{"X-Request-Id", "ada-last"}});

    EXPECT_THAT(shown(*all, "ada-last"),
                ElementsAre("ada-me", "eve-me", "ada-lost", "eve-lost", "eve-end", "ada-end", "ada-last"));
    const auto of_ada = ElementsAre("ada-me", "ada-lost", "ada-end", "ada-last");
    EXPECT_THAT(shown(*of_company, "ada-last"), of_ada);
    EXPECT_THAT(shown(*of_email, "ada-last"), of_ada);
    EXPECT_THAT(shown(*of_user, "ada-last"), of_ada);
    EXPECT_THAT(shown(*of_operation, "ada-end"), ElementsAre("ada-me", "eve-me", "eve-end", "ada-end"));
    EXPECT_THAT(shown(*failed, "ada-last"), ElementsAre("ada-lost", "eve-lost", "ada-last"));
    EXPECT_THAT(lines(*slow), testing::SizeIs(1));
}

TEST_F(Tail, SaysWhichLimitRefusedARequest) {
    const auto acme = test::add_tenant({"--data-dir", data_dir}, "acme");
    const test::ServerProcess server{data_dir, {"--customer-requests", "1", "--page-requests", "1"}};
    const auto tail = follow({"--status", "429"}, {});
    test::Client client{server.port(), {{"X-SmartToken", acme.api_key}}};
    const auto until_refused = [&](const std::string& path) {
        EXPECT_TRUE(test::eventually([&] { return client.get(path).status == 429; }));
    };

    until_refused("/users/me");
    until_refused("/");

    const auto printed = wait_for_lines(*tail, 4);
    EXPECT_THAT(printed[0], HasSubstr(data_dir));
    EXPECT_THAT(printed[1], StartsWith("time\tstatus\tms\toperation\tlimits\tcompany\t"));
    EXPECT_THAT(printed[2], HasSubstr("\tgetMe\trefused: customer_api rate\t"));
    EXPECT_THAT(printed[3], HasSubstr("\trefused: address\t-\t-\t-\t"));
    EXPECT_THAT(tail->output(), Not(HasSubstr("\x1b")));
}

TEST_F(Tail, EndsWithTheServer) {
    auto server = std::make_unique<test::ServerProcess>(data_dir);
    const auto tail = follow({}, {});

    server->terminate();
    EXPECT_EQ(server->wait(), 0);

    EXPECT_TRUE(test::eventually([&] { return tail->output().contains("the server has stopped"); }));
    EXPECT_FALSE(fs::exists(data_dir + "/tail.sock"));
}

TEST_F(Tail, WorksAgainAfterTheServerWasKilled) {
    {
        test::ServerProcess killed{data_dir};
        killed.kill();
    }
    EXPECT_TRUE(fs::exists(data_dir + "/tail.sock")) << "it had no time to remove it";
    test::expect_failure(refused({}), 1, "no server runs with the data directory " + data_dir);

    const test::ServerProcess server{data_dir};
    const auto tail = follow({});
    test::Client{server.port()}.get("/healthz", {{"X-Request-Id", "again"}});

    EXPECT_THAT(shown(*tail, "again"), ElementsAre("again"));
}

TEST_F(Tail, RefusesALineWithoutEnd) {
    fs::create_directory(data_dir);
    const FileDescriptor listener = listen_in(data_dir, "tail.sock");
    const BackgroundCommand tail{{"tail", "--data-dir", data_dir}};
    FileDescriptor peer;
    EXPECT_TRUE(test::eventually([&] {
        peer = FileDescriptor{::accept(listener.number(), nullptr, nullptr)};
        return peer.is_open();
    }));

    const std::string text(std::size_t{256} * 1024, 'x');
    for (ssize_t sent = 1; sent > 0 && !tail.output().contains("too long");)
        sent = ::send(peer.number(), text.data(), text.size(), MSG_NOSIGNAL);

    EXPECT_TRUE(test::eventually([&] { return tail.output().contains("too long"); })) << tail.output();
}

TEST_F(Tail, NeedsAServerAndValidFilters) {
    test::expect_failure(refused({}), 1, "no server runs with the data directory " + data_dir);
    test::add_tenant({"--data-dir", data_dir}, "acme");
    test::expect_failure(refused({}), 1, "no server runs with the data directory " + data_dir);
    test::expect_failure(refused({"--company", "acm"}), 1, "acme");
    test::expect_failure(refused({"--user", "nobody@example.com"}), 1, "nobody@example.com");
    test::expect_failure(refused({"--operation", "creatJob"}), 2, "createJob");
    test::expect_failure(refused({"--status", "6xx"}), 2, "6xx");
    test::expect_failure(refused({"--slower-than", "soon"}), 2, "soon");
    test::expect_failure(refused({"--slower-than", "nan"}), 2, "nan");
}

TEST_F(Tail, SocketIsForItsOwnerOnly) {
    const test::ServerProcess server{data_dir};

    struct stat found{};
    ASSERT_EQ(::stat((data_dir + "/tail.sock").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777, 0600U);
}

TEST_F(Tail, WorksInAFolderWithALongPath) {
    const std::string deep = data_dir + "/" + std::string(150, 'd');
    fs::create_directories(deep);
    const test::ServerProcess server{deep};
    const BackgroundCommand tail{{"tail", "--json", "--data-dir", deep}};
    wait_for_lines(tail, 1);

    test::Client{server.port()}.get("/healthz", {{"X-Request-Id", "deep"}});

    EXPECT_THAT(shown(tail, "deep"), ElementsAre("deep"));
}

// One that does not read keeps neither requests nor other listeners waiting, and is told what it missed.
TEST_F(Tail, AListenerThatDoesNotReadStopsNobody) {
    test::ServerProcess server{data_dir};
    const FileDescriptor stuck = connect_in(data_dir, "tail.sock");
    const auto other = follow({"--operation", "readiness"});
    constexpr int kAtOnce = 50;
    std::string requests;
    for (int i = 0; i < kAtOnce; ++i)
        requests += test::request_text("GET", "/healthz", {{"X-Request-Id", std::string(120, 'x')}});

    // 1.5 MB of lines: more than the server keeps for a listener and the socket together.
    test::Connection connection{server.port()};
    for (int i = 0; i < 120; ++i) {
        connection.send(requests);
        for (int each = 0; each < kAtOnce; ++each) ASSERT_EQ(connection.receive().status, 200);
    }
    test::Client client{server.port()};
    EXPECT_EQ(client.get("/readyz", {{"X-Request-Id", "last"}}).status, 200);

    EXPECT_TRUE(test::eventually([&] { return other->output().contains("\"last\""); })) << other->output();
    std::string received;
    EXPECT_TRUE(test::eventually([&] {
        std::array<char, 65536> buffer{};
        const ssize_t count = ::recv(stuck.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (count > 0) received.append(buffer.data(), static_cast<std::size_t>(count));
        if (count < 0) client.get("/healthz");  // the gap is told with the next line
        return received.contains("{\"dropped\":");
    }));
    server.terminate();
    EXPECT_EQ(server.wait(), 0);
}

}  // namespace
}  // namespace callboard
