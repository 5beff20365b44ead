// sink HTTP_PORT HTTPS_PORT CERTIFICATE KEY: a webhook receiver with minimal cost, on one thread. It answers
// 202 immediately, on paths that begin with /fail 500, on those that begin with /dead never; handshakes
// always succeed. The latency of an event is computed from its id, which contains the start time of its
// transaction: the commit is included. GET /stats returns the statistics as JSON; GET /reset clears them.
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "load.h"

namespace {

constexpr std::size_t kReadAtOnce = 16 * 1024;

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// --- statistics

enum class Outcome { acknowledged, failed, ignored };

Outcome outcome_of(std::string_view path) {
    if (path.starts_with("/fail")) return Outcome::failed;
    if (path.starts_with("/dead")) return Outcome::ignored;
    return Outcome::acknowledged;
}

class LatencyHistogram {
  public:
    void add(double milliseconds) {
        const auto place = static_cast<std::size_t>(std::max(0.0, milliseconds) * kPerMillisecond);
        ++counts_[std::min(place, counts_.size() - 1)];
        ++total_;
    }

    // The latency of this quantile.
    double quantile(double share) const {
        auto left = static_cast<std::uint64_t>(static_cast<double>(total_) * share);
        for (std::size_t place = 0; place < counts_.size(); ++place) {
            if (counts_[place] > left) return static_cast<double>(place + 1) / kPerMillisecond;
            left -= counts_[place];
        }
        return static_cast<double>(counts_.size()) / kPerMillisecond;
    }

  private:
    static constexpr int kPerMillisecond = 10;
    std::vector<std::uint64_t> counts_ =
        std::vector<std::uint64_t>(600'000);  // a minute; longer ones count as a minute
    std::uint64_t total_ = 0;
};

struct Arrivals {
    std::uint64_t count = 0;
    double first = 0;  // when the first of them arrived, and the last
    double last = 0;
};

class Record {
  public:
    void add(std::string_view path, std::string_view event_id, Outcome outcome) {
        const double now = seconds_now();
        Arrivals& arrivals = arrivals_[static_cast<std::size_t>(outcome)];
        if (arrivals.count++ == 0) arrivals.first = now;
        arrivals.last = now;
        const auto key = std::hash<std::string_view>{}(event_id) * 31 + std::hash<std::string_view>{}(path);
        if (!seen_.insert(key).second) ++repeats_;
        if (outcome == Outcome::acknowledged) latencies_.add(now * 1000 - began_at(event_id));
    }

    std::string text() const {
        std::array<char, 512> out{};
        const auto& [good, failed, ignored] = arrivals_;
        std::snprintf(
            out.data(), out.size(),
            R"({"acknowledged":%llu,"failed":%llu,"ignored":%llu,"repeats":%llu,"first":%.6f,"last":%.6f,)"
            R"("p50":%.1f,"p90":%.1f,"p99":%.1f,"cpu":%.6f})",
            static_cast<unsigned long long>(good.count), static_cast<unsigned long long>(failed.count),
            static_cast<unsigned long long>(ignored.count), static_cast<unsigned long long>(repeats_),
            good.first, good.last, latencies_.quantile(0.5), latencies_.quantile(0.9),
            latencies_.quantile(0.99), static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
        return out.data();
    }

  private:
    static double began_at(std::string_view event_id) {
        std::uint64_t high = 0;
        std::uint64_t low = 0;
        if (event_id.size() < 13) return 0;
        std::from_chars(event_id.data(), event_id.data() + 8, high, 16);
        std::from_chars(event_id.data() + 9, event_id.data() + 13, low, 16);
        return static_cast<double>((high << 16) | low);
    }

    std::array<Arrivals, 3> arrivals_;
    LatencyHistogram latencies_;
    std::unordered_set<std::size_t> seen_;
    std::uint64_t repeats_ = 0;
};

// --- requests

struct Request {
    bool is_get = false;
    std::string_view path;
    std::string_view event_id;
    std::string_view hook_secret;
    std::size_t size = 0;  // with its body
};

bool is_named(std::string_view line, std::string_view lower_case_name) {
    return line.size() > lower_case_name.size() && line[lower_case_name.size()] == ':' &&
           std::equal(lower_case_name.begin(), lower_case_name.end(), line.begin(),
                      [](char name, char c) { return name == c || name == (c | 0x20); });
}

std::string_view value_of(std::string_view line) {
    line.remove_prefix(line.find(':') + 1);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line;
}

// False: it is not complete yet.
bool read_request(std::string_view bytes, Request& request) {
    const auto head_size = bytes.find("\r\n\r\n");
    if (head_size == std::string_view::npos) return false;
    std::string_view head = bytes.substr(0, head_size);
    const std::string_view first = head.substr(0, head.find("\r\n"));
    const auto path_at = first.find(' ') + 1;
    request.is_get = first.starts_with("GET ");
    request.path = first.substr(path_at, first.find(' ', path_at) - path_at);
    std::size_t body_size = 0;
    for (auto end = first.size(); end != std::string_view::npos;) {
        head.remove_prefix(std::min(end + 2, head.size()));
        end = head.find("\r\n");
        const std::string_view line = head.substr(0, end);
        if (is_named(line, "content-length")) {
            const std::string_view value = value_of(line);
            std::from_chars(value.data(), value.data() + value.size(), body_size);
        } else if (is_named(line, "event-id")) {
            request.event_id = value_of(line);
        } else if (is_named(line, "x-hook-secret")) {
            request.hook_secret = value_of(line);
        }
    }
    request.size = head_size + 4 + body_size;
    return bytes.size() >= request.size;
}

class Answers {
  public:
    // Empty: there is none.
    std::string to(const Request& request) {
        if (request.is_get) return control(request.path);
        if (!request.hook_secret.empty())
            return "HTTP/1.1 200 OK\r\nX-Hook-Secret: " + std::string{request.hook_secret} +
                   "\r\nContent-Length: 0\r\n\r\n";
        const Outcome outcome = outcome_of(request.path);
        record_->add(request.path, request.event_id, outcome);
        if (outcome == Outcome::ignored) return {};
        return outcome == Outcome::failed ? "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"
                                          : "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
    }

  private:
    std::string control(std::string_view path) {
        if (path == "/reset") record_ = std::make_unique<Record>();
        const std::string body = record_->text();
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
               std::to_string(body.size()) + "\r\n\r\n" + body;
    }

    std::unique_ptr<Record> record_ = std::make_unique<Record>();
};

// --- connections

struct CloseTls {
    void operator()(SSL* tls) const { SSL_free(tls); }
};

class Connection {
  public:
    Connection(int socket, SSL_CTX* context) : socket_(socket) {
        const int yes = 1;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        if (!context) return;
        tls_.reset(SSL_new(context));
        SSL_set_fd(tls_.get(), socket);
        SSL_set_accept_state(tls_.get());
    }
    ~Connection() { close(socket_); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // False: it has ended.
    bool serve(Answers& answers) {
        for (bool more = true; more;) {
            std::array<char, kReadAtOnce> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init)
            const long count = tls_ ? SSL_read(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
                                    : recv(socket_, bytes.data(), bytes.size(), 0);
            if (count <= 0) return is_to_wait(count);
            more = tls_ ? SSL_has_pending(tls_.get()) == 1 : static_cast<std::size_t>(count) == bytes.size();
            received_.append(bytes.data(), static_cast<std::size_t>(count));
            if (!answer_all(answers)) return false;
        }
        return true;
    }

  private:
    bool is_to_wait(long result) const {
        if (!tls_) return result < 0 && errno == EAGAIN;
        const int error = SSL_get_error(tls_.get(), static_cast<int>(result));
        ERR_clear_error();
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
    }

    bool answer_all(Answers& answers) {
        std::size_t done = 0;
        std::string out;
        for (Request request; read_request(std::string_view{received_}.substr(done), request); request = {}) {
            out += answers.to(request);
            done += request.size;
        }
        received_.erase(0, done);
        return out.empty() || write_all(out);
    }

    // Answers are small and requested one by one: they always fit.
    bool write_all(const std::string& out) {
        if (tls_) return SSL_write(tls_.get(), out.data(), static_cast<int>(out.size())) == std::ssize(out);
        return send(socket_, out.data(), out.size(), MSG_NOSIGNAL) == std::ssize(out);
    }

    const int socket_;
    std::unique_ptr<SSL, CloseTls> tls_;
    std::string received_;
};

// --- listening

int listen_at(int port) {
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    const int yes = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        listen(listener, 4096) != 0)
        bench::fail("cannot listen");
    return listener;
}

SSL_CTX* tls_context(const char* certificate, const char* key) {
    SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        bench::fail("cannot use the certificate");
    SSL_CTX_set_read_ahead(context, 1);  // a request is read in one piece
    return context;
}

class Sink {
  public:
    Sink(int http, int https, SSL_CTX* context) : plain_(http), sealed_(https), context_(context) {
        watch(plain_, &plain_);
        watch(sealed_, &sealed_);
    }

    [[noreturn]] void run() {
        for (;;) {
            std::array<epoll_event, 256> events;  // NOLINT(cppcoreguidelines-pro-type-member-init)
            const int count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()), -1);
            for (int i = 0; i < count; ++i) {
                void* const what = events[static_cast<std::size_t>(i)].data.ptr;
                if (what == &plain_ || what == &sealed_) {
                    accept_all(*static_cast<const int*>(what));
                } else if (auto* const connection = static_cast<Connection*>(what);
                           !connection->serve(answers_)) {
                    delete connection;
                }
            }
        }
    }

  private:
    void watch(int socket, void* what) const {
        epoll_event event{.events = EPOLLIN, .data = {.ptr = what}};
        epoll_ctl(poll_, EPOLL_CTL_ADD, socket, &event);
    }

    void accept_all(int listener) {
        for (;;) {
            const int socket = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
            if (socket < 0) return;
            watch(socket, new Connection{socket, listener == sealed_ ? context_ : nullptr});
        }
    }

    const int poll_ = epoll_create1(0);
    int plain_;
    int sealed_;
    SSL_CTX* const context_;
    Answers answers_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    std::signal(SIGPIPE, SIG_IGN);
    Sink{listen_at(std::atoi(argv[1])), listen_at(std::atoi(argv[2])), tls_context(argv[3], argv[4])}.run();
}
