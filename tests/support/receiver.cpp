#include "support/receiver.h"

#include <algorithm>
#include <cctype>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/eventually.h"

namespace callboard::test {
namespace {

template <auto Free>
struct FreedBy {
    template <class T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};
using TlsContext = std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>>;
using Tls = std::unique_ptr<SSL, FreedBy<SSL_free>>;

bool same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string header_of(const Headers& headers, std::string_view name) {
    for (const auto& [each, value] : headers)
        if (same_name(each, name)) return value;
    return {};
}

std::string path_of(std::string_view target) {
    return std::string{target.substr(0, target.find('?'))};
}

// A connection needs a file here and another one at the sender, which is often the same process.
void raise_file_limit() {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// Writing to a closed connection must not end the process.
void block_sigpipe() {
    sigset_t pipe{};
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
}

TlsContext make_context(const Receiver::Options& options) {
    if (options.certificate == Certificate::none) return nullptr;
    const auto files = certificate_files(options.certificate);
    TlsContext context{SSL_CTX_new(TLS_server_method())};
    SSL_CTX_set_cipher_list(context.get(), "ALL:@SECLEVEL=0");  // required for old TLS versions
    SSL_CTX_set_min_proto_version(context.get(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context.get(), options.newest_tls);
    if (!options.tickets) {
        SSL_CTX_set_options(context.get(), SSL_OP_NO_TICKET);
        SSL_CTX_set_num_tickets(context.get(), 0);
        SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    }
    if (SSL_CTX_use_certificate_chain_file(context.get(), files.certificate.c_str()) != 1 ||
        SSL_CTX_use_PrivateKey_file(context.get(), files.key.c_str(), SSL_FILETYPE_PEM) != 1)
        throw std::runtime_error("the receiver cannot use its certificate");
    return context;
}

// A connection of the receiver, plain or with TLS.
class Stream {
  public:
    Stream(int socket, SSL_CTX* context) : socket_(socket) {
        if (!context) return;
        tls_.reset(SSL_new(context));
        SSL_set_fd(tls_.get(), socket_);
    }

    bool handshake() { return !tls_ || SSL_accept(tls_.get()) == 1; }
    bool resumed() const { return tls_ && SSL_session_reused(tls_.get()) == 1; }

    // Empty if the client has closed.
    std::string read() {
        std::string bytes(std::size_t{16} * 1024, '\0');
        const auto size = tls_ ? SSL_read(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
                               : static_cast<int>(recv(socket_, bytes.data(), bytes.size(), 0));
        bytes.resize(static_cast<std::size_t>(std::max(size, 0)));
        return bytes;
    }

    bool write(std::string_view bytes) {
        while (!bytes.empty()) {
            const std::string_view piece = bytes.substr(0, std::size_t{1} << 20);
            const auto size = tls_
                                  ? SSL_write(tls_.get(), piece.data(), static_cast<int>(piece.size()))
                                  : static_cast<int>(send(socket_, piece.data(), piece.size(), MSG_NOSIGNAL));
            if (size <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(size));
        }
        return true;
    }

    void close_gracefully() {
        if (tls_) SSL_shutdown(tls_.get());
        shutdown(socket_, SHUT_WR);
        while (!read_raw()) {
        }
    }

    void reset() {
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }

  private:
    // True at the end of the stream.
    bool read_raw() const {
        char byte = 0;
        return recv(socket_, &byte, 1, 0) <= 0;
    }

    int socket_;
    Tls tls_;
};

// The next request of a connection; nothing if the client closed before its end.
std::optional<ReceivedRequest> read_request(Stream& stream, std::string& buffer) {
    std::size_t head_end = 0;
    while ((head_end = buffer.find("\r\n\r\n")) == std::string::npos) {
        const std::string more = stream.read();
        if (more.empty()) return std::nullopt;
        buffer += more;
    }
    ReceivedRequest request;
    request.arrived_at = std::chrono::steady_clock::now();
    const std::string_view head = std::string_view{buffer}.substr(0, head_end + 2);
    std::size_t line_start = head.find("\r\n") + 2;
    const std::string_view first = head.substr(0, line_start - 2);
    request.method = first.substr(0, first.find(' '));
    request.target = first.substr(request.method.size() + 1, first.rfind(' ') - request.method.size() - 1);
    while (line_start < head.size()) {
        const std::size_t line_end = head.find("\r\n", line_start);
        const std::string_view line = head.substr(line_start, line_end - line_start);
        const std::size_t colon = line.find(':');
        const std::size_t value = line.find_first_not_of(' ', colon + 1);
        request.headers.emplace_back(line.substr(0, colon),
                                     value == std::string_view::npos ? "" : line.substr(value));
        line_start = line_end + 2;
    }
    const std::string length = request.header("Content-Length");
    const std::size_t size = head_end + 4 + (length.empty() ? 0 : std::stoul(length));
    while (buffer.size() < size) {
        const std::string more = stream.read();
        if (more.empty()) return std::nullopt;
        buffer += more;
    }
    request.body = buffer.substr(head_end + 4, size - head_end - 4);
    buffer.erase(0, size);
    return request;
}

std::string head_of(const Reply& reply) {
    std::string head = "HTTP/1.1 " + std::to_string(reply.status) + " As planned\r\n";
    for (const auto& [name, value] : reply.headers) head += name + ": " + value + "\r\n";
    return head + "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n";
}

}  // namespace

std::string ReceivedRequest::header(std::string_view name) const {
    return header_of(headers, name);
}

class Receiver::Server {
  public:
    explicit Server(const Options& options) : options_(options), context_(make_context(options)) {
        raise_file_limit();
        listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{.sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address);
        if (bind(listener_, generic, size) != 0 || listen(listener_, SOMAXCONN) != 0 ||
            getsockname(listener_, generic, &size) != 0)
            throw std::runtime_error("the receiver cannot listen");
        port_ = ntohs(address.sin_port);
        acceptor_ = std::thread{[this] { accept_all(); }};
    }

    ~Server() {
        {
            const std::scoped_lock lock{mutex_};
            stopping_ = true;
            shutdown(listener_, SHUT_RDWR);
            for (const int each : open_) shutdown(each, SHUT_RDWR);
        }
        changed_.notify_all();
        acceptor_.join();
        for (auto& thread : threads_) thread.join();
        close(listener_);
    }

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const { return port_; }
    bool has_tls() const { return context_ != nullptr; }

    void plan(std::string_view path, std::vector<Reply> replies,
              std::function<Reply(const ReceivedRequest&)> made) {
        const std::scoped_lock lock{mutex_};
        Place& place = places_[std::string{path}];
        place.replies = {.planned = std::move(replies)};
        place.made = std::move(made);
    }

    void plan_handshakes(std::string_view path, std::vector<Reply> replies) {
        const std::scoped_lock lock{mutex_};
        places_[std::string{path}].handshake_replies = {.planned = std::move(replies)};
    }

    void release(std::string_view path) {
        {
            const std::scoped_lock lock{mutex_};
            ++places_[std::string{path}].released;
        }
        changed_.notify_all();
    }

    std::vector<ReceivedRequest> requests_to(std::string_view path, bool handshakes, std::size_t awaited) {
        std::unique_lock lock{mutex_};
        const Place& place = places_[std::string{path}];
        const auto& requests = handshakes ? place.handshakes : place.deliveries;
        if (!changed_.wait_for(lock, kLongestWait, [&] { return requests.size() >= awaited; })) {
            throw std::runtime_error("of " + std::to_string(awaited) + " requests to " + std::string{path} +
                                     " " + std::to_string(requests.size()) + " came");
        }
        return requests;
    }

    std::size_t connections() {
        const std::scoped_lock lock{mutex_};
        return connections_;
    }
    std::size_t resumed() {
        const std::scoped_lock lock{mutex_};
        return resumed_;
    }
    std::size_t in_flight(std::string_view path) {
        const std::scoped_lock lock{mutex_};
        return places_[std::string{path}].in_flight;
    }
    std::size_t most_in_flight(std::string_view path) {
        const std::scoped_lock lock{mutex_};
        return places_[std::string{path}].most_in_flight;
    }

  private:
    struct Replies {
        std::vector<Reply> planned;
        std::size_t used = 0;

        std::optional<Reply> next() {
            if (planned.empty()) return std::nullopt;
            return planned[std::min(used++, planned.size() - 1)];
        }
    };

    struct Place {
        Replies replies;
        Replies handshake_replies;
        std::function<Reply(const ReceivedRequest&)> made;
        std::vector<ReceivedRequest> deliveries;
        std::vector<ReceivedRequest> handshakes;
        std::size_t released = 0;
        std::size_t in_flight = 0;
        std::size_t most_in_flight = 0;
    };

    void accept_all() {
        for (;;) {
            const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            const std::scoped_lock lock{mutex_};
            if (stopping_) {
                if (client >= 0) close(client);
                return;
            }
            if (client < 0) continue;
            const int yes = 1;
            setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            open_.insert(client);
            threads_.emplace_back([this, client, number = ++connections_] {
                block_sigpipe();
                serve(client, number);
                const std::scoped_lock closing{mutex_};
                open_.erase(client);
                close(client);
            });
        }
    }

    void serve(int client, std::size_t number) {
        if (options_.never_reads) return wait_for_stop();
        Stream stream{client, context_.get()};
        if (!stream.handshake()) return;
        if (stream.resumed()) {
            const std::scoped_lock lock{mutex_};
            ++resumed_;
        }
        std::string buffer;
        while (auto request = read_request(stream, buffer)) {
            request->connection = number;
            const std::string path = path_of(request->target);
            if (!answer(stream, path, *request)) return;
        }
    }

    void wait_for_stop() {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [&] { return stopping_; });
    }

    // Returns false if the connection has ended.
    bool answer(Stream& stream, const std::string& path, const ReceivedRequest& request) {
        std::size_t released = 0;
        std::function<Reply(const ReceivedRequest&)> made;
        std::optional<Reply> reply;
        {
            const std::scoped_lock lock{mutex_};
            Place& place = places_[path];
            place.most_in_flight = std::max(place.most_in_flight, ++place.in_flight);
            released = place.released;
            if (request.is_handshake()) {
                place.handshakes.push_back(request);
                reply = place.handshake_replies.next();
                if (!reply)
                    reply =
                        Reply{.status = 200, .headers = {{"X-Hook-Secret", request.header("X-Hook-Secret")}}};
            } else {
                place.deliveries.push_back(request);
                made = place.made;
                if (!made) reply = place.replies.next().value_or(Reply{});
            }
        }
        changed_.notify_all();
        if (!reply) reply = made(request);
        return send_reply(stream, path, released, *reply);
    }

    bool send_reply(Stream& stream, const std::string& path, std::size_t released, const Reply& reply) {
        const std::string bytes = reply.raw.empty() ? head_of(reply) + reply.body : reply.raw;
        if (reply.mode == ReplyMode::answers_when_released) wait_for_release(path, released);
        if (reply.mode == ReplyMode::never_answers) wait_for_disconnect(stream);
        if (reply.mode == ReplyMode::answers_byte_by_byte) send_byte_by_byte(stream, bytes, reply.pause);
        {
            // Before the client can get the response, so that its next request is not counted as concurrent.
            const std::scoped_lock lock{mutex_};
            --places_[path].in_flight;
        }
        switch (reply.mode) {
            case ReplyMode::answers:
            case ReplyMode::answers_when_released:
                if (!stream.write(bytes)) return false;
                if (reply.raw.empty() && !same_name(header_of(reply.headers, "Connection"), "close"))
                    return true;
                stream.close_gracefully();
                return false;
            case ReplyMode::answers_byte_by_byte:
                return stream.write(std::string_view{bytes}.substr(bytes.size() - 1));
            case ReplyMode::never_answers: return false;
            case ReplyMode::closes: stream.close_gracefully(); return false;
            case ReplyMode::resets: stream.reset(); return false;
            case ReplyMode::resets_mid_body:
                stream.write(std::string_view{bytes}.substr(0, bytes.size() - reply.body.size() / 2));
                stream.reset();
                return false;
        }
        return false;
    }

    static void wait_for_disconnect(Stream& stream) {
        while (!stream.read().empty()) {
        }
    }

    // Sends all but the last byte.
    void send_byte_by_byte(Stream& stream, std::string_view bytes, std::chrono::milliseconds pause) {
        for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
            if (!sleep(pause) || !stream.write(bytes.substr(i, 1))) return;
        }
    }

    void wait_for_release(const std::string& path, std::size_t released) {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [&] { return stopping_ || places_[path].released != released; });
    }

    // Returns false at shutdown.
    bool sleep(std::chrono::milliseconds length) {
        std::unique_lock lock{mutex_};
        return !changed_.wait_for(lock, length, [&] { return stopping_; });
    }

    Options options_;
    TlsContext context_;
    int listener_ = -1;
    std::uint16_t port_ = 0;

    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::map<std::string, Place, std::less<>> places_;
    std::set<int> open_;
    std::size_t connections_ = 0;
    std::size_t resumed_ = 0;
    std::vector<std::thread> threads_;
    std::thread acceptor_;
};

Receiver::Receiver(const Options& options) : server_(std::make_unique<Server>(options)) {}

Receiver::~Receiver() = default;

std::uint16_t Receiver::port() const {
    return server_->port();
}

std::string Receiver::url(std::string_view path, std::string_view host) const {
    return std::string{server_->has_tls() ? "https" : "http"} + "://" + std::string{host} + ":" +
           std::to_string(port()) + std::string{path};
}

void Receiver::plan(std::string_view path, std::vector<Reply> replies) {
    server_->plan(path, std::move(replies), nullptr);
}

void Receiver::plan(std::string_view path, std::function<Reply(const ReceivedRequest&)> reply) {
    server_->plan(path, {}, std::move(reply));
}

void Receiver::plan_handshakes(std::string_view path, std::vector<Reply> replies) {
    server_->plan_handshakes(path, std::move(replies));
}

void Receiver::release(std::string_view path) {
    server_->release(path);
}

std::vector<ReceivedRequest> Receiver::deliveries(std::string_view path) const {
    return server_->requests_to(path, false, 0);
}

std::vector<ReceivedRequest> Receiver::handshakes(std::string_view path) const {
    return server_->requests_to(path, true, 0);
}

std::vector<ReceivedRequest> Receiver::wait_for(std::string_view path, std::size_t count) const {
    return server_->requests_to(path, false, count);
}

std::vector<ReceivedRequest> Receiver::wait_for_handshakes(std::string_view path, std::size_t count) const {
    return server_->requests_to(path, true, count);
}

std::size_t Receiver::connections() const {
    return server_->connections();
}

std::size_t Receiver::resumed_sessions() const {
    return server_->resumed();
}

std::size_t Receiver::in_flight(std::string_view path) const {
    return server_->in_flight(path);
}

std::size_t Receiver::most_in_flight(std::string_view path) const {
    return server_->most_in_flight(path);
}

}  // namespace callboard::test
