// Whether the event loops respond, which the watchdog of a service manager asks.
#include <chrono>
#include <future>
#include <vector>

#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::eventually;

// Reads from SQLite run on the event loop, so this one blocks it.
std::vector<edge::Route> rows() {
    std::vector<edge::Route> all;
    all.push_back(edge::route(test::row(http::Method::get, "/test/wait", "waitReading"), test::wait_reading));
    return all;
}

TEST(Responsiveness, EndsWhileALoopIsBlocked) {
    test::HandlerControl control;
    test::handlers = &control;
    const test::TestServer server{{.extra_routes = rows(), .loops = 1}};
    EXPECT_TRUE(server.responds(test::kLongestWait));

    auto blocked = std::async(std::launch::async, [&] { return server.client().get("/test/wait").status; });
    ASSERT_TRUE(eventually([&] { return control.begun.load(); }));
    EXPECT_FALSE(server.responds(100ms));

    control.release();
    EXPECT_EQ(blocked.get(), 200);
    EXPECT_TRUE(server.responds(test::kLongestWait));
}

TEST(Responsiveness, EndsWithTheServer) {
    test::TestServer server{{.loops = 2}};
    EXPECT_TRUE(server.responds(test::kLongestWait));
    server.stop(1s);
    EXPECT_FALSE(server.responds(50ms));
}

}  // namespace
}  // namespace callboard
