// A server at the address of Redis that sends without end, slowly or nothing: it costs neither much time nor
// much memory.
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/file_descriptor.h"
#include "support/eventually.h"
#include "throttle/redis_probe.h"

namespace callboard::throttle {
namespace {

using testing::HasSubstr;

// Accepts one connection, sends the beginning once and the rest again and again.
class HostileServer {
  public:
    HostileServer(const std::string& beginning, const std::string& rest, int pause_in_ms)
        : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(listener_.number(), reinterpret_cast<sockaddr*>(&address), size);
        ::listen(listener_.number(), 1);
        ::getsockname(listener_.number(), reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread{[this, beginning, rest, pause_in_ms] {
            const FileDescriptor peer{::accept(listener_.number(), nullptr, nullptr)};
            bool is_sent = send(peer, beginning);
            while (is_sent) {
                pollfd closed{.fd = peer.number(), .events = POLLRDHUP, .revents = 0};
                ::poll(&closed, 1, pause_in_ms);
                is_sent = closed.revents == 0 && send(peer, rest);
            }
        }};
    }
    ~HostileServer() { thread_.join(); }

    HostileServer(const HostileServer&) = delete;
    HostileServer& operator=(const HostileServer&) = delete;

    std::string failure() const {
        return probe_redis(RedisAddress::parse("redis://127.0.0.1:" + std::to_string(port_)).value()).failure;
    }
    std::size_t sent() const { return sent_; }

  private:
    bool send(const FileDescriptor& peer, const std::string& bytes) {
        const ssize_t count = ::send(peer.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count > 0) sent_ += static_cast<std::size_t>(count);
        return count >= 0;
    }

    const FileDescriptor listener_;
    in_port_t port_ = 0;
    std::atomic<std::size_t> sent_{0};
    std::thread thread_;
};

TEST(HostileRedis, ThatIsSlowIsGivenUpInTime) {
    const HostileServer server{"$100000\r\n", "x", 50};
    const auto began = std::chrono::steady_clock::now();

    EXPECT_THAT(server.failure(), HasSubstr("no response in time"));

    EXPECT_LT(std::chrono::steady_clock::now() - began, test::kLongestWait);
}

TEST(HostileRedis, ThatSendsWithoutEndIsGivenUp) {
    const HostileServer server{"$536870912\r\n", std::string(65536, 'x'), 0};

    EXPECT_THAT(server.failure(), HasSubstr("too long"));

    EXPECT_LT(server.sent(), std::size_t{64} << 20U);
}

TEST(HostileRedis, ThatNestsItsResponseIsGivenUp) {
    std::string levels;
    for (int i = 0; i < 10'000; ++i) levels += "*1\r\n";
    const HostileServer server{"", levels, 0};

    EXPECT_THAT(server.failure(), HasSubstr("nested"));
}

}  // namespace
}  // namespace callboard::throttle
