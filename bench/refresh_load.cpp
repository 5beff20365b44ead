// refresh_load PORT PATH SECONDS: exchanges refresh tokens, on one connection for each. Reads the value of
// the header Authorization and then the tokens from standard input, a line each. Prints exchanges per second,
// their 99th percentile in milliseconds and the share of its core that it used; then the tokens to go on
// with.
#include <algorithm>
#include <charconv>
#include <chrono>
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

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

[[noreturn]] void give_up(std::string_view why) {
    std::cerr << why << '\n';
    std::exit(1);
}

struct Chain {
    int socket = -1;
    std::string token;
    std::string answer;
    Clock::time_point asked_at;
};

int connected_to(int port) {
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        give_up("cannot connect");
    const int yes = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return connection;
}

class Client {
  public:
    Client(std::string_view path, std::string_view authorization)
        : head_("POST " + std::string{path} +
                " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                "Authorization: " +
                std::string{authorization} + "\r\nContent-Length: ") {}

    void ask(Chain& chain) const {
        const std::string body = "grant_type=refresh_token&refresh_token=" + chain.token;
        const std::string request = head_ + std::to_string(body.size()) + "\r\n\r\n" + body;
        chain.answer.clear();
        chain.asked_at = Clock::now();
        if (write(chain.socket, request.data(), request.size()) != std::ssize(request))
            give_up("cannot write");
    }

  private:
    std::string head_;
};

// The whole answer is there; a small one comes at once, so it is looked through from its start each time.
bool is_complete(std::string_view answer) {
    const auto head = answer.find("\r\n\r\n");
    if (head == std::string_view::npos) return false;
    constexpr std::string_view kLength = "content-length: ";
    const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    const auto found = std::search(answer.begin(), answer.begin() + static_cast<std::ptrdiff_t>(head),
                                   kLength.begin(), kLength.end(), same);
    std::size_t length = 0;
    const auto at = static_cast<std::size_t>(found - answer.begin()) + kLength.size();
    if (at >= head) give_up("an answer without a length");
    std::from_chars(answer.data() + at, answer.data() + head, length);
    return answer.size() >= head + 4 + length;
}

std::string next_token(std::string_view answer) {
    constexpr std::string_view kName = R"("refresh_token":")";
    const auto at = answer.find(kName);
    if (!answer.starts_with("HTTP/1.1 200") || at == std::string_view::npos) give_up(answer);
    const auto start = at + kName.size();
    return std::string{answer.substr(start, answer.find('"', start) - start)};
}

void read_more(Chain& chain) {
    char bytes[8192];
    const auto count = read(chain.socket, bytes, sizeof bytes);
    if (count <= 0) give_up("the server closed a connection");
    chain.answer.append(bytes, static_cast<std::size_t>(count));
}

double own_cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const Seconds wanted{std::atof(argv[3])};
    std::string line;
    std::getline(std::cin, line);
    const Client client{argv[2], line};
    std::vector<Chain> chains;
    while (std::getline(std::cin, line)) chains.push_back({.token = line});

    const int poll = epoll_create1(0);
    for (Chain& chain : chains) {
        chain.socket = connected_to(std::atoi(argv[1]));
        client.ask(chain);  // before the clock runs: every connection is accepted, and none starts far behind
        while (!is_complete(chain.answer)) read_more(chain);
        chain.token = next_token(chain.answer);
        epoll_event event{.events = EPOLLIN, .data = {.ptr = &chain}};
        epoll_ctl(poll, EPOLL_CTL_ADD, chain.socket, &event);
    }
    std::vector<double> times;
    const auto began = Clock::now();
    for (Chain& chain : chains) client.ask(chain);
    Seconds elapsed{};
    for (std::size_t open = chains.size(); open > 0;) {
        epoll_event events[64];
        const int count = epoll_wait(poll, events, 64, -1);
        for (int i = 0; i < count; ++i) {
            Chain& chain = *static_cast<Chain*>(events[i].data.ptr);
            read_more(chain);
            if (!is_complete(chain.answer)) continue;
            const auto now = Clock::now();
            times.push_back(Seconds{now - chain.asked_at}.count());
            chain.token = next_token(chain.answer);
            elapsed = now - began;
            if (elapsed < wanted)
                client.ask(chain);
            else
                --open;  // every chain ends with an answer, so that it can be taken up again
        }
    }
    const auto p99 = times.begin() + static_cast<std::ptrdiff_t>(times.size() * 99 / 100);
    std::nth_element(times.begin(), p99, times.end());
    std::printf("%.1f %.2f %.2f\n", static_cast<double>(times.size()) / elapsed.count(), *p99 * 1000,
                own_cpu_seconds() / elapsed.count());
    for (const Chain& chain : chains) std::printf("%s\n", chain.token.c_str());
}
