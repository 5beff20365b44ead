// `serve` under a service manager: the protocol of sd_notify(3).
#include <csignal>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/eventually.h"
#include "support/notification_socket.h"
#include "support/program.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

class Service : public testing::Test {
  protected:
    std::string next_state() const { return manager_.receive(); }

    const test::TemporaryFolder folder_;
    const test::NotificationSocket manager_{(folder_.path() / "notify").string()};
};

TEST_F(Service, ReportsThatItIsReadyAndThatItStops) {
    test::ServerProcess server{folder_.path() / "data", {}, {"NOTIFY_SOCKET=" + manager_.name()}};

    EXPECT_EQ(next_state(), "READY=1");
    EXPECT_EQ(test::Client{server.port()}.get("/healthz").status, 200);
    server.terminate();
    EXPECT_EQ(next_state(), "STOPPING=1");
    EXPECT_EQ(server.wait(), 0);
}

TEST_F(Service, ReportsThatItStillResponds) {
    test::ServerProcess server{
        folder_.path() / "data", {}, {"NOTIFY_SOCKET=" + manager_.name(), "WATCHDOG_USEC=100000"}};

    EXPECT_EQ(next_state(), "READY=1");
    EXPECT_EQ(next_state(), "WATCHDOG=1");
    EXPECT_EQ(next_state(), "WATCHDOG=1");
}

TEST_F(Service, LeavesTheWatchdogOfAnotherProcessAlone) {
    test::ServerProcess server{folder_.path() / "data",
                               {},
                               {"NOTIFY_SOCKET=" + manager_.name(), "WATCHDOG_USEC=1000", "WATCHDOG_PID=1"}};

    EXPECT_EQ(next_state(), "READY=1");
    server.terminate();
    EXPECT_EQ(next_state(), "STOPPING=1");
}

TEST_F(Service, RunsWithoutAManagerThatCannotBeReached) {
    test::ServerProcess server{folder_.path() / "data", {}, {"NOTIFY_SOCKET=/nonexistent/notify"}};

    EXPECT_EQ(test::Client{server.port()}.get("/healthz").status, 200);
    EXPECT_TRUE(test::eventually([&] { return server.output().contains("NOTIFY_SOCKET"); }));
}

}  // namespace
}  // namespace callboard
