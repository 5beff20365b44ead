#include "base/service_notification.h"

#include <gtest/gtest.h>

#include "support/notification_socket.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

using std::chrono::milliseconds;

TEST(ServiceNotification, ReachesASocketInTheFileSystem) {
    const test::TemporaryFolder folder;
    test::NotificationSocket manager{(folder.path() / "notify").string()};

    EXPECT_TRUE(ServiceNotification{manager.name()}.send("READY=1"));
    EXPECT_EQ(manager.receive(), "READY=1");
}

TEST(ServiceNotification, ReachesAnAbstractSocket) {
    test::NotificationSocket manager{"@callboard-test-" + std::to_string(getpid())};

    EXPECT_TRUE(ServiceNotification{manager.name()}.send("STOPPING=1"));
    EXPECT_EQ(manager.receive(), "STOPPING=1");
}

TEST(ServiceNotification, IsNotNeeded) {
    EXPECT_TRUE(ServiceNotification{""}.send("READY=1"));
}

TEST(ServiceNotification, FailsWhereNobodyListens) {
    EXPECT_FALSE(ServiceNotification{"/nonexistent/notify"}.send("READY=1"));
    EXPECT_FALSE(ServiceNotification{std::string(200, 'x')}.send("READY=1"));
}

TEST(WatchdogInterval, IsHalfOfTheTimeOfTheServiceManager) {
    EXPECT_EQ(watchdog_interval("60000000", "", 7), milliseconds{30'000});
    EXPECT_EQ(watchdog_interval("60000000", "7", 7), milliseconds{30'000});
    EXPECT_EQ(watchdog_interval("1", "", 7), milliseconds{1});
}

TEST(WatchdogInterval, IsNothingForOthers) {
    for (const std::string_view none : {"", "0", "-5", "many", "5s"})
        EXPECT_EQ(watchdog_interval(none, "", 7), std::nullopt) << none;
    EXPECT_EQ(watchdog_interval("60000000", "8", 7), std::nullopt);
    EXPECT_EQ(watchdog_interval("60000000", "x", 7), std::nullopt);
}

}  // namespace
}  // namespace callboard
