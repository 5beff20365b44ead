// A step of one session that is completed by the handler of another one, on the same event loop.
#include <atomic>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Connection;
using test::eventually;
using test::request_text;

struct Control {
    std::atomic<edge::RequestContext*> waiting = nullptr;  // a request
    bool in_handler = false;                               // of the other one
    bool was_run_inside = false;
};
Control* control = nullptr;  // of the current test

class Waiting final : public edge::PendingWork {
  public:
    void finish(http::Response&) override { control->was_run_inside = control->in_handler; }
};

void wait(edge::RequestContext& context) {
    context.work = std::make_unique<Waiting>();
    control->waiting = &context;
}

void complete_other(edge::RequestContext& context) {
    context.work = std::make_unique<edge::FinishedWork>();
    control->in_handler = true;
    control->waiting.exchange(nullptr)->exchange->resume();
    control->in_handler = false;
    context.exchange->resume();
}

edge::Route started_by(std::string_view path, std::string_view operation,
                       void (*start)(edge::RequestContext&)) {
    edge::Route made{test::row(http::Method::get, path, operation)};
    made.response_type = "text/plain";
    made.start = start;
    return made;
}

class HttpResume : public testing::Test {
  protected:
    HttpResume() {
        control = &control_;
        std::vector<edge::Route> routes;
        routes.push_back(started_by("/test/wait", "wait", wait));
        routes.push_back(started_by("/test/complete", "completeOther", complete_other));
        server.emplace(test::TestServerOptions{.extra_routes = std::move(routes)});
    }

    Control control_;
    std::optional<test::TestServer> server;
};

TEST_F(HttpResume, DoesNotRunASessionInsideTheHandlerOfAnother) {
    Connection waiting = server->connect();
    waiting.send(request_text("GET", "/test/wait"));
    ASSERT_TRUE(eventually([&] { return control_.waiting != nullptr; }));

    Connection other = server->connect();
    other.send(request_text("GET", "/test/complete"));

    EXPECT_EQ(waiting.receive().status, 200);
    EXPECT_EQ(other.receive().status, 200);
    EXPECT_FALSE(control_.was_run_inside);
}

}  // namespace
}  // namespace callboard
