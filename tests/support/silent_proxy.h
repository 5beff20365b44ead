// A TCP proxy to a port of this machine that can become silent: its connections stay open, and the system
// acknowledges what is sent to them, but nothing is passed on. Thread-safe.
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace callboard::test {

class SilentProxy {
  public:
    explicit SilentProxy(std::uint16_t to) : to_(to) {
        sockaddr_in address = loopback(0);
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address);
        if (bind(listener_, generic, size) != 0 || listen(listener_, SOMAXCONN) != 0 ||
            getsockname(listener_, generic, &size) != 0)
            throw std::runtime_error("the proxy cannot listen");
        port_ = ntohs(address.sin_port);
        thread_ = std::thread{[this] { run(); }};
    }
    ~SilentProxy() {
        {
            const std::scoped_lock lock{mutex_};
            is_stopping_ = true;
        }
        thread_.join();
        close_connections();
        close(listener_);
    }

    SilentProxy(const SilentProxy&) = delete;
    SilentProxy& operator=(const SilentProxy&) = delete;

    std::uint16_t port() const { return port_; }
    std::size_t connections() const {  // that were accepted
        const std::scoped_lock lock{mutex_};
        return accepted_;
    }

    // Nothing is passed on any more; new connections are accepted.
    void become_silent() {
        const std::scoped_lock lock{mutex_};
        for (Connection& each : connections_) each.to_server = each.to_client = false;
        is_silent_ = true;
    }
    // Answers to the connections that there are get lost.
    void lose_answers() {
        const std::scoped_lock lock{mutex_};
        for (Connection& each : connections_) each.to_client = false;
    }
    // From now on connections become silent when the server has accepted their user.
    void become_silent_after_greeting() {
        const std::scoped_lock lock{mutex_};
        is_silent_after_greeting_ = true;
    }
    // Closes the next connection at once.
    void refuse_next() {
        const std::scoped_lock lock{mutex_};
        refuses_next_ = true;
    }
    // New connections work; the others stay silent.
    void serve_new_connections() {
        const std::scoped_lock lock{mutex_};
        is_silent_ = false;
    }
    // Closes the connections that there are.
    void close_connections() {
        const std::scoped_lock lock{mutex_};
        for (const Connection& each : connections_) close(each);
        connections_.clear();
    }

  private:
    struct Connection {
        int client = -1;
        int server = -1;
        bool to_server = true;
        bool to_client = true;
    };

    static sockaddr_in loopback(std::uint16_t port) {
        return {
            .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    }
    static void close(int descriptor) { ::close(descriptor); }
    static void close(const Connection& connection) {
        close(connection.client);
        if (connection.server >= 0) close(connection.server);
    }
    void run() {
        constexpr int kCheckInterval = 20;  // milliseconds, for what other threads change
        for (;;) {
            std::vector<pollfd> waited{{.fd = listener_, .events = POLLIN, .revents = 0}};
            {
                const std::scoped_lock lock{mutex_};
                for (const Connection& each : connections_) {
                    if (each.to_server) waited.push_back({.fd = each.client, .events = POLLIN, .revents = 0});
                    if (each.to_client) waited.push_back({.fd = each.server, .events = POLLIN, .revents = 0});
                }
            }
            poll(waited.data(), waited.size(), kCheckInterval);
            const std::scoped_lock lock{mutex_};
            if (is_stopping_) return;
            if (waited[0].revents != 0) accept_one();
            std::erase_if(connections_, [this](Connection& each) {
                const bool goes_on = (!each.to_server || pass_on(each.client, each.server)) &&
                                     (!each.to_client || pass_on_to_client(each));
                if (!goes_on) close(each);
                return !goes_on;
            });
        }
    }

    void accept_one() {
        Connection made{.client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)};
        if (made.client < 0) return;
        ++accepted_;
        if (std::exchange(refuses_next_, false)) return close(made);
        if (is_silent_) {
            made.to_server = made.to_client = false;
        } else {
            made.server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            sockaddr_in address = loopback(to_);
            if (connect(made.server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
                return close(made);
            for (const int each : {made.client, made.server}) {
                const int yes = 1;
                setsockopt(each, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            }
        }
        connections_.push_back(made);
    }

    bool pass_on_to_client(Connection& connection) const {
        constexpr std::string_view kReadyForQuery{"Z\0\0\0\5I", 6};
        std::string passed;
        const bool goes_on = pass_on(connection.server, connection.client, &passed);
        if (is_silent_after_greeting_ && passed.ends_with(kReadyForQuery))
            connection.to_server = connection.to_client = false;
        return goes_on;
    }

    // What can be read without waiting. Returns false if the connection has ended.
    static bool pass_on(int from, int to, std::string* passed = nullptr) {
        std::array<char, 16'384> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init)
        const auto size = recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (size < 0) return errno == EAGAIN || errno == EINTR;
        if (passed && size > 0) passed->assign(bytes.data(), static_cast<std::size_t>(size));
        return size > 0 && send(to, bytes.data(), static_cast<std::size_t>(size), MSG_NOSIGNAL) == size;
    }

    const std::uint16_t to_;
    const int listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::uint16_t port_ = 0;
    mutable std::mutex mutex_;
    bool is_stopping_ = false;
    bool is_silent_ = false;
    bool is_silent_after_greeting_ = false;
    bool refuses_next_ = false;
    std::size_t accepted_ = 0;
    std::list<Connection> connections_;
    std::thread thread_;
};

}  // namespace callboard::test
