// A server whose disk is full or that has no file descriptors left: what clients see, that nothing is lost,
// and that it recovers by itself. The limits are set from outside while it runs.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program.h"
#include "support/tenant.h"

namespace callboard {
namespace {

constexpr const char* kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"A"}})";

class Exhaustion : public testing::Test {
  protected:
    // Only the soft limit: an ordinary user may raise it again.
    void set_limit(__rlimit_resource resource, rlim_t number) const {
        rlimit limit{};
        ASSERT_EQ(prlimit(server.pid(), resource, nullptr, &limit), 0);
        limit.rlim_cur = std::min(number, limit.rlim_max);
        ASSERT_EQ(prlimit(server.pid(), resource, &limit, nullptr), 0);
    }
    rlim_t open_files() const {
        const std::filesystem::directory_iterator files{"/proc/" + std::to_string(server.pid()) + "/fd"};
        return static_cast<rlim_t>(std::distance(begin(files), end(files)));
    }
    test::Client client() const { return test::Client{server.port(), {{"X-SmartToken", tenant.api_key}}}; }

    const test::TemporaryFolder folder;
    const std::filesystem::path data_dir = folder.path() / "data";
    const test::Tenant tenant = test::add_tenant({"--data-dir", data_dir}, "acme");
    test::ServerProcess server{data_dir};
};

TEST_F(Exhaustion, OnAFullDiskReadsGoOnAndWritesAreRefusedUntilThereIsRoom) {
    auto caller = client();
    ASSERT_EQ(caller.post("/jobs", kJob).status, 201);

    set_limit(RLIMIT_FSIZE, 4096);
    for (int i = 0; i < 3; ++i) {
        const auto refused = caller.post("/jobs", kJob);
        EXPECT_EQ(refused.status, 503) << refused.body;
        EXPECT_EQ(refused.error_code(), "SERVICE_UNAVAILABLE");
    }
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 1);
    EXPECT_EQ(caller.get("/healthz").status, 200);

    set_limit(RLIMIT_FSIZE, RLIM_INFINITY);
    EXPECT_EQ(caller.post("/jobs", kJob).status, 201);
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 2) << "of the refused ones, nothing is there";
    server.kill();
    const test::ServerProcess again{data_dir};
    EXPECT_EQ(
        test::Client(again.port(), {{"X-SmartToken", tenant.api_key}}).get("/jobs").json().at("totalFound"),
        2);
}

TEST_F(Exhaustion, WithoutFileDescriptorsNewConnectionsWaitAndOpenOnesGoOn) {
#if __has_feature(address_sanitizer)
    GTEST_SKIP() << "the sanitizer of undefined behaviour opens a pipe to check a virtual call";
#endif
    auto first = client();
    ASSERT_EQ(first.get("/jobs").status, 200);

    set_limit(RLIMIT_NOFILE, open_files() + 5);
    std::vector<std::unique_ptr<test::Connection>> others;
    for (int i = 0; i < 20; ++i) {
        others.push_back(std::make_unique<test::Connection>(server.port()));
        others.back()->send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    EXPECT_TRUE(test::eventually([&] { return server.output().contains("accept_failed"); }));
    EXPECT_EQ(first.get("/jobs").status, 200);
    EXPECT_EQ(first.post("/jobs", kJob).status, 201);

    const auto last = std::move(others.back());
    others.clear();
    EXPECT_EQ(last->receive().status, 200) << "it waited for its turn";
    set_limit(RLIMIT_NOFILE, RLIM_INFINITY);
    EXPECT_EQ(client().get("/jobs").status, 200);
}

// As the ordinary user of a machine has it.
TEST_F(Exhaustion, TheLimitOnOpenFilesIsRaisedAtTheStart) {
    server.kill();
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit low{.rlim_cur = 1024, .rlim_max = before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
    const test::ServerProcess again{data_dir};
    setrlimit(RLIMIT_NOFILE, &before);
    rlimit raised{};
    ASSERT_EQ(prlimit(again.pid(), RLIMIT_NOFILE, nullptr, &raised), 0);
    EXPECT_EQ(raised.rlim_cur, before.rlim_max);
}

}  // namespace
}  // namespace callboard
