// Servers behind nginx, with the configuration of docs/operations.md, on one PostgreSQL and one Redis under
// load: one is killed, one is added, one is drained, all are restarted.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "integration/job_writers.h"
#include "support/child_server.h"
#include "support/documents.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/free_port.h"
#include "support/program.h"
#include "support/receiver.h"
#include "support/redis.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using Instant = std::chrono::steady_clock::time_point;
using test::eventually;
using testing::AnyOf;
using testing::Each;
using testing::IsEmpty;
using testing::Key;

constexpr int kLimit = 10;
constexpr int kWriters = 4;  // threads with a connection each
constexpr int kCallers = 3;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// The block of the document, without TLS and with other servers.
class Nginx {
  public:
    explicit Nginx(const std::vector<std::string>& servers) {
        for (const test::CodeBlock& block : test::code_blocks(test::document_text("docs/operations.md")))
            if (block.language == "nginx") documented_ = block.text;
        configure(servers);
        process_ = std::make_unique<test::ChildServer>(
            std::vector<std::string>{"nginx", "-p", folder_.path(), "-c", file()}, port_,
            folder_.path() / "log");
    }

    std::uint16_t port() const { return port_; }
    std::string log() const { return text_of(folder_.path() / "error"); }

    // Requests that the processes of the old configuration have begun are finished first.
    void reload(const std::vector<std::string>& servers) const {
        const auto old = workers();
        configure(servers);
        ::kill(process_->pid(), SIGHUP);
        ASSERT_TRUE(eventually([&] {
            const auto now = workers();
            return !now.empty() &&
                   std::ranges::none_of(old, [&](const auto& each) { return now.contains(each); });
        })) << log();
    }

  private:
    std::string file() const { return folder_.path() / "nginx.conf"; }
    static std::string text_of(const std::filesystem::path& path) {
        std::ostringstream text;
        text << std::ifstream{path}.rdbuf();
        return text.str();
    }
    std::set<std::string> workers() const {
        const std::string pid = std::to_string(process_->pid());
        std::istringstream children{text_of("/proc/" + pid + "/task/" + pid + "/children")};
        return {std::istream_iterator<std::string>{children}, {}};
    }
    void configure(const std::vector<std::string>& servers) const {
        std::string http;
        std::istringstream lines{documented_};
        for (std::string line; std::getline(lines, line);) {
            if (line.contains("ssl_certificate")) continue;
            if (line.contains("    server 10.0.0.11:8080"))
                for (const std::string& each : servers) http += replaced(line, "10.0.0.11:8080", each) + "\n";
            if (!line.contains("    server 10.0.0.")) http += line + "\n";
        }
        http = replaced(http, "listen 443 ssl;", "listen 127.0.0.1:" + std::to_string(port_) + ";");
        const std::string temporary = folder_.path() / "t";
        std::ofstream{file()} << (geteuid() == 0 ? "user root;\n" : "")
                              << "worker_processes 2;\ndaemon off;\npid " << (folder_.path() / "pid").string()
                              << ";\nerror_log " << (folder_.path() / "error").string()
                              << ";\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path " << temporary
                              << ";\nproxy_temp_path " << temporary << ";\nfastcgi_temp_path " << temporary
                              << ";\nuwsgi_temp_path " << temporary << ";\nscgi_temp_path " << temporary
                              << ";\n"
                              << http << "}\n";
    }

    const test::TemporaryFolder folder_;
    const std::uint16_t port_ = test::free_port();
    std::string documented_;
    std::unique_ptr<test::ChildServer> process_;
};

// Threads that call as often as they can, with the credential of one user.
class LimitedCaller {
  public:
    LimitedCaller(std::uint16_t port, const std::string& key) {
        for (int i = 0; i < kCallers; ++i) threads_.emplace_back([this, port, key] { call(port, key); });
    }
    ~LimitedCaller() { stop(); }
    LimitedCaller(const LimitedCaller&) = delete;
    LimitedCaller& operator=(const LimitedCaller&) = delete;

    void stop() {
        stopped_ = true;
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }
    const std::map<int, int>& statuses() const { return statuses_; }

    // The most calls that began and ended within any second: certainly admitted within it.
    int most_in_a_second() const {
        std::ptrdiff_t most = 0;
        for (const auto& [began, _] : admitted_) {
            most = std::max(most, std::ranges::count_if(admitted_, [&](const auto& each) {
                                return each.first >= began && each.second <= began + 1s;
                            }));
        }
        return static_cast<int>(most);
    }

  private:
    void call(std::uint16_t port, const std::string& key) {
        while (!stopped_) {
            const auto began = std::chrono::steady_clock::now();
            int status = 0;
            try {
                status = test::Client{port, {{"X-SmartToken", key}}}.get("/users/me").status;
            } catch (const std::runtime_error&) {
                status = -1;
            }
            const std::lock_guard lock{mutex_};
            ++statuses_[status];
            if (status == 200) admitted_.emplace_back(began, std::chrono::steady_clock::now());
            if (status == 429) std::this_thread::sleep_for(5ms);
        }
    }

    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;
    std::map<int, int> statuses_;
    std::vector<std::pair<Instant, Instant>> admitted_;
    std::vector<std::thread> threads_;
};

class SeveralServers : public testing::Test {
  protected:
    std::unique_ptr<test::ServerProcess> start(const std::string& name) const {
        const test::Arguments flags{"--database",
                                    postgres.url(),
                                    "--redis",
                                    redis.url(),
                                    "--behind-proxy",
                                    "127.0.0.1/32",
                                    "--public-url",
                                    "https://recruiting.example.com",
                                    "--webhook-ca-file",
                                    receiver.ca_file().string(),
                                    "--webhook-allow-private",
                                    "--customer-requests",
                                    std::to_string(kLimit),
                                    "--limit-exception",
                                    "client:" + writer.credential_id + " customer-requests=0",
                                    "--database-connections",
                                    "8"};
        return std::make_unique<test::ServerProcess>(
            folder.path() / name, flags,
            test::Variables{"CALLBOARD_SECRETS_KEY_FILE=" + (folder.path() / "secrets.key").string()});
    }
    // Keeps the log of the one that it replaces.
    void restart(std::unique_ptr<test::ServerProcess>& server, const std::string& name) {
        logs += server->output();
        server = start(name);
    }
    static std::string address(const std::unique_ptr<test::ServerProcess>& server) {
        return "127.0.0.1:" + std::to_string(server->port());
    }

    const test::TemporaryFolder folder;
    const test::PostgresDatabase postgres;
    const test::Arguments where{"--data-dir", folder.path() / "one", "--database", postgres.url()};
    const test::Tenant writer = test::add_tenant(where, "writer");
    const test::Tenant limited = test::add_tenant(where, "limited");
    const test::RedisServer redis;
    test::Receiver receiver;
    std::string logs;  // of servers that have ended
};

TEST_F(SeveralServers, MayBeKilledDrainedAddedAndRestartedUnderLoad) {
    {
        std::ofstream{folder.path() / "secrets.key"} << std::string(64, 'a');
        std::filesystem::permissions(folder.path() / "secrets.key", std::filesystem::perms::owner_read);
    }
    auto one = start("one");
    auto two = start("two");
    ASSERT_NO_FATAL_FAILURE(test::subscribe_to_jobs(one->port(), writer.api_key, receiver.url("/jobs")));
    const Nginx nginx{{address(one), address(two)}};
    test::JobWriters writers{nginx.port(), writer.api_key, kWriters};
    LimitedCaller caller{nginx.port(), limited.api_key};
    ASSERT_TRUE(writers.wait_for_more(150));
    EXPECT_THAT(writers.refusals(), IsEmpty());

    // One is killed: each connection to it may lose one call, with 502 of nginx. These are the calls that it
    // was executing, and one that nginx sends on a connection which the system has not yet closed.
    one->kill();
    ASSERT_TRUE(writers.wait_for_more(150));
    EXPECT_THAT(writers.refusals(), Each(Key(502)));
    EXPECT_LE(writers.refusals()[502], kWriters + kCallers);

    // One is added, another one drained and restarted, and then the one that was killed: nobody notices.
    const auto before = writers.refusals();
    const auto three = start("three");
    ASSERT_NO_FATAL_FAILURE(nginx.reload({address(two) + " down", address(three)}));
    two->terminate();
    EXPECT_EQ(two->wait(), 0);
    ASSERT_TRUE(writers.wait_for_more(150));
    restart(two, "two");
    restart(one, "one");
    ASSERT_NO_FATAL_FAILURE(nginx.reload({address(one), address(two), address(three)}));
    ASSERT_TRUE(writers.wait_for_more(150));
    writers.stop();
    caller.stop();
    EXPECT_EQ(writers.refusals(), before) << nginx.log();
    EXPECT_EQ(writers.broken_connections(), 0);

    test::expect_nothing_lost(writers, three->port(), writer.api_key, receiver, "/jobs");
    EXPECT_THAT(caller.statuses(), Each(Key(AnyOf(200, 429))));
    EXPECT_GT(caller.statuses().at(429), 0) << "the limit was not reached";
    for (const auto* const server : {one.get(), two.get(), three.get()}) logs += server->output();
    if (logs.contains("budgets_are_not_shared")) {
        std::printf("Redis took longer than 50 ms, so that servers have counted on their own\n");
        EXPECT_LE(caller.most_in_a_second(), 4 * kLimit);
    } else {
        EXPECT_LE(caller.most_in_a_second(), kLimit);
    }
    EXPECT_GT(caller.most_in_a_second(), kLimit / 2);
}

}  // namespace
}  // namespace callboard
