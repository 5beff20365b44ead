#include "telemetry/tail_socket.h"

#include <array>
#include <chrono>
#include <deque>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/local_socket.h"
#include "support/eventually.h"
#include "support/temporary_folder.h"

namespace callboard::telemetry {
namespace {

using namespace std::chrono_literals;
using test::eventually;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kGreeting = "{\"listening\":true}\n";

class Listener {
  public:
    explicit Listener(const std::filesystem::path& folder) : socket_(connect_in(folder, "tail.sock")) {}

    // What has arrived, after waiting for this text, or for the end of the connection.
    const std::string& until(const std::string& text) {
        while (!received_.contains(text) && read()) {
        }
        return received_;
    }
    const FileDescriptor& socket() const { return socket_; }

  private:
    bool read() {
        pollfd state{.fd = socket_.number(), .events = POLLIN, .revents = 0};
        if (::poll(&state, 1, 10'000) <= 0) return false;
        std::array<char, 65536> buffer{};
        const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
        if (count <= 0) return false;
        received_.append(buffer.data(), static_cast<std::size_t>(count));
        return true;
    }

    const FileDescriptor socket_;
    std::string received_;
};

class TailSockets : public testing::Test {
  protected:
    const test::TemporaryFolder temporary;
    const std::filesystem::path folder = temporary.path();
    const Log log{Level::off, LogFormat::text};
};

TEST_F(TailSockets, SendLinesToEverybodyWhoListens) {
    TailSocket tail{folder, "tail.sock", log};
    EXPECT_FALSE(tail.has_listeners());
    tail.send("{\"missed\":1}");
    Listener one{folder};
    Listener two{folder};
    EXPECT_EQ(one.until(kGreeting), kGreeting);
    EXPECT_EQ(two.until(kGreeting), kGreeting);
    EXPECT_TRUE(eventually([&] { return tail.has_listeners(); }));

    tail.send("{\"a\":1}");
    tail.send("{\"b\":2}");

    EXPECT_EQ(one.until("b"), kGreeting + "{\"a\":1}\n{\"b\":2}\n");
    EXPECT_EQ(two.until("b"), kGreeting + "{\"a\":1}\n{\"b\":2}\n");
}

TEST_F(TailSockets, NoticeThatNobodyListensAnyMore) {
    TailSocket tail{folder, "tail.sock", log};
    {
        Listener one{folder};
        one.until(kGreeting);
        EXPECT_TRUE(eventually([&] { return tail.has_listeners(); }));
        ASSERT_EQ(::send(one.socket().number(), "noise", 5, MSG_NOSIGNAL), 5) << "which nobody reads";
    }
    EXPECT_TRUE(eventually([&] { return !tail.has_listeners(); }));
}

TEST_F(TailSockets, DropLinesOfASlowListenerAndTellHowMany) {
    TailSocket tail{folder, "tail.sock", log};
    Listener slow{folder};
    slow.until(kGreeting);
    EXPECT_TRUE(eventually([&] { return tail.has_listeners(); }));
    const std::string line = "{\"text\":\"" + std::string(1000, 'x') + "\"}";
    constexpr std::size_t kLines = 5000;

    for (std::size_t i = 0; i < kLines; ++i) tail.send(line);
    std::string received;
    ASSERT_TRUE(eventually([&] {
        tail.send("{\"last\":1}");
        received = slow.until("\n");
        return slow.until("dropped").contains("dropped");
    }));
    received = slow.until("last");

    const auto at = received.find("{\"dropped\":");
    const std::size_t dropped = std::stoul(received.substr(at + 11));
    std::size_t shown = 0;
    for (auto from = received.find(line); from != std::string::npos; from = received.find(line, from + 1))
        ++shown;
    EXPECT_LT(received.size(), 2'000'000U) << "more would be kept for it in memory";
    EXPECT_GE(dropped, kLines - shown);
    EXPECT_THAT(received, HasSubstr("}\n{\"dropped\":")) << "only whole lines are dropped";
}

TEST_F(TailSockets, HaveOnlyAFewListeners) {
    TailSocket tail{folder, "tail.sock", log};
    std::deque<Listener> listeners;
    for (int i = 0; i < 8; ++i) EXPECT_EQ(listeners.emplace_back(folder).until(kGreeting), kGreeting);

    EXPECT_THAT(listeners.emplace_back(folder).until("\n"), StartsWith("{\"error\":"));
}

TEST_F(TailSockets, SurviveHundredsOfConnections) {
    TailSocket tail{folder, "tail.sock", log};
    for (int i = 0; i < 300; ++i) {
        try {
            const Listener gone{folder};
        } catch (const std::system_error&) {  // the queue is full
        }
    }
    EXPECT_TRUE(eventually([&] {
        Listener one{folder};
        return one.until("\n") == kGreeting;
    }));
}

TEST_F(TailSockets, AreUsedByManyThreads) {
    TailSocket tail{folder, "tail.sock", log};
    Listener listener{folder};
    listener.until(kGreeting);
    EXPECT_TRUE(eventually([&] { return tail.has_listeners(); }));
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int line = 0; line < 500; ++line)
                    if (tail.has_listeners()) tail.send("{\"line\":1}");
            });
    }
    tail.send("{\"end\":1}");

    const std::string& received = listener.until("end");
    EXPECT_EQ(received.size(), kGreeting.size() + 2000 * 11 + 10);
}

TEST_F(TailSockets, LeaveNothingBehind) {
    {
        const TailSocket tail{folder, "tail.sock", log};
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "tail.sock"));
}

TEST_F(TailSockets, AreNotNecessary) {
    std::filesystem::create_directory(folder / "tail.sock");
    testing::internal::CaptureStderr();
    {
        const Log warnings{Level::warn, LogFormat::text};
        TailSocket tail{folder, "tail.sock", warnings};
        tail.send("{}");
        EXPECT_FALSE(tail.has_listeners());
    }
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                AllOf(HasSubstr("event=tail_unavailable"), HasSubstr("tail.sock")));
    EXPECT_TRUE(std::filesystem::is_directory(folder / "tail.sock"));
}

}  // namespace
}  // namespace callboard::telemetry
