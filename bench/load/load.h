// A closed-loop load generator: each connection sends its next request as soon as the last one was answered.
#pragma once

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bench {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

[[noreturn]] inline void fail(std::string_view why) {
    std::cerr << why << '\n';
    std::exit(1);
}

inline int connected_to(int port) {
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        fail("cannot connect");
    const int yes = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return connection;
}

// Whether the answer is complete. Small answers arrive at once, so it is searched from the start each time.
inline bool is_complete(std::string_view answer) {
    const auto head = answer.find("\r\n\r\n");
    if (head == std::string_view::npos) return false;
    if (answer.starts_with("HTTP/1.1 204")) return true;
    constexpr std::string_view kLength = "content-length: ";
    const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    const auto found = std::search(answer.begin(), answer.begin() + static_cast<std::ptrdiff_t>(head),
                                   kLength.begin(), kLength.end(), same);
    std::size_t length = 0;
    const auto at = static_cast<std::size_t>(found - answer.begin()) + kLength.size();
    if (at >= head) fail("an answer without a length");
    std::from_chars(answer.data() + at, answer.data() + head, length);
    return answer.size() >= head + 4 + length;
}

// One connection. Derived classes write its requests and read the answers.
class Client {
  public:
    virtual ~Client() = default;

    void connect(int port) { socket_ = connected_to(port); }
    int socket() const { return socket_; }
    Clock::time_point asked_at() const { return asked_at_; }

    void ask() {
        const std::string request = next_request();
        answer_.clear();
        asked_at_ = Clock::now();
        if (write(socket_, request.data(), request.size()) != std::ssize(request)) fail("cannot write");
    }

    // True once the answer is complete.
    bool listen() {
        char bytes[8192];
        const auto count = read(socket_, bytes, sizeof bytes);
        if (count <= 0) fail("the server closed a connection");
        answer_.append(bytes, static_cast<std::size_t>(count));
        if (!is_complete(answer_)) return false;
        take(answer_);
        return true;
    }

    void ask_and_wait() {
        ask();
        while (!listen()) {
        }
    }

    // False between requests that belong together: another run could not start from here.
    virtual bool can_stop() const { return true; }

  private:
    virtual std::string next_request() = 0;
    virtual void take(std::string_view answer) = 0;

    int socket_ = -1;
    std::string answer_;
    Clock::time_point asked_at_;
};

// Lets connected clients send requests for that long. Prints answers per second, their 99th percentile in
// milliseconds and the share of its core that it used. Every client ends after an answer at which it can
// stop.
template <class AnyClient>
void run_clients(std::vector<AnyClient>& clients, Seconds wanted) {
    const int poll = epoll_create1(0);
    for (Client& client : clients) {
        epoll_event event{.events = EPOLLIN, .data = {.ptr = &client}};
        epoll_ctl(poll, EPOLL_CTL_ADD, client.socket(), &event);
    }
    const std::clock_t cpu_before = std::clock();
    std::vector<double> times;
    const auto began = Clock::now();
    for (Client& client : clients) client.ask();
    Seconds elapsed{};
    for (std::size_t open = clients.size(); open > 0;) {
        epoll_event events[64];
        const int count = epoll_wait(poll, events, 64, -1);
        for (int i = 0; i < count; ++i) {
            Client& client = *static_cast<Client*>(events[i].data.ptr);
            if (!client.listen()) continue;
            const auto now = Clock::now();
            times.push_back(Seconds{now - client.asked_at()}.count());
            elapsed = now - began;
            if (elapsed < wanted || !client.can_stop())
                client.ask();
            else
                --open;
        }
    }
    close(poll);
    const auto p99 = times.begin() + static_cast<std::ptrdiff_t>(times.size() * 99 / 100);
    std::nth_element(times.begin(), p99, times.end());
    std::printf("%.1f %.2f %.2f\n", static_cast<double>(times.size()) / elapsed.count(), *p99 * 1000,
                static_cast<double>(std::clock() - cpu_before) / CLOCKS_PER_SEC / elapsed.count());
}

}  // namespace bench
