#include "throttle/redis_connection.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>

namespace callboard::throttle {
namespace {

constexpr std::size_t kLongestReply = std::size_t{1} << 20U;
constexpr int kDeepestReply = 8;

constexpr const char* kTooSlow = "no response in time";

struct FreeContext {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};

std::string error_of_system() {
    return std::generic_category().message(errno);
}

std::string error_of_tls() {
    const auto code = ERR_peek_last_error();
    const char* const reason = code == 0 ? nullptr : ERR_reason_error_string(code);
    if (reason) return std::string{"TLS: "} + reason;
    return errno == 0 ? "TLS: the connection was closed" : "TLS: " + error_of_system();
}

std::unique_ptr<SSL_CTX, FreeContext> tls_context(const RedisAddress& address, std::string& failure) {
    std::unique_ptr<SSL_CTX, FreeContext> context{SSL_CTX_new(TLS_client_method())};
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    const bool is_loaded =
        address.ca_file ? SSL_CTX_load_verify_locations(context.get(), address.ca_file->c_str(), nullptr) == 1
                        : SSL_CTX_set_default_verify_paths(context.get()) == 1;
    if (!is_loaded) failure = "cannot read the CA certificates in " + address.ca_file.value_or("").string();
    return context;
}

}  // namespace

std::string formatted(const std::vector<std::string>& command) {
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const std::string& word : command) {
        texts.push_back(word.data());
        sizes.push_back(word.size());
    }
    char* bytes = nullptr;
    const int length =
        redisFormatCommandArgv(&bytes, static_cast<int>(texts.size()), texts.data(), sizes.data());
    std::string text;
    if (length > 0) text.assign(bytes, static_cast<std::size_t>(length));
    redisFreeCommand(bytes);
    return text;
}

void RedisConnection::Free::operator()(ssl_st* tls) const {
    SSL_free(tls);
}

std::string RedisConnection::open(const RedisAddress& address, std::chrono::milliseconds time_limit) {
    deadline_ = stopwatch_.now() + time_limit;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time_limit);
    const timeval to_connect{.tv_sec = seconds.count(),
                             .tv_usec = std::chrono::microseconds{time_limit - seconds}.count()};
    context_.reset(redisConnectWithTimeout(address.server.host.c_str(), address.server.port, to_connect));
    if (!context_) return "out of memory";
    if (context_->err != 0) return context_->errstr;
    fcntl(context_->fd, F_SETFL, fcntl(context_->fd, F_GETFL) | O_NONBLOCK);
    if (address.uses_tls)
        if (std::string why = begin_tls(address); !why.empty()) return why;
    std::vector<std::vector<std::string>> commands;
    if (address.password) {
        const std::string password{address.password->reveal()};
        commands.push_back(address.user.empty() ? std::vector<std::string>{"AUTH", password}
                                                : std::vector<std::string>{"AUTH", address.user, password});
    }
    if (address.database != 0) commands.push_back({"SELECT", std::to_string(address.database)});
    for (const auto& command : commands) {
        const RedisReply reply = ask(command);
        if (const std::string why = fault(reply); !why.empty()) return command.front() + ": " + why;
    }
    return "";
}

std::string RedisConnection::begin_tls(const RedisAddress& address) {
    std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes to sockets that the peer may have closed
    ERR_clear_error();
    std::string failure;
    const auto context = tls_context(address, failure);
    if (!failure.empty()) return failure;
    tls_.reset(SSL_new(context.get()));
    const std::string& host = address.server.host;
    if (IpAddress::parse(host)) {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls_.get()), host.c_str());
    } else {
        SSL_set_tlsext_host_name(tls_.get(), host.c_str());
        SSL_set1_host(tls_.get(), host.c_str());
    }
    SSL_set_fd(tls_.get(), context_->fd);
    for (;;) {
        errno = 0;
        const int result = SSL_connect(tls_.get());
        if (result == 1) return "";
        const int state = SSL_get_error(tls_.get(), result);
        if (state != SSL_ERROR_WANT_READ && state != SSL_ERROR_WANT_WRITE) break;
        if (!wait_for(POLLIN)) return std::string{"TLS: "} + kTooSlow;
    }
    if (const long verified = SSL_get_verify_result(tls_.get()); verified != X509_V_OK)
        return std::string{"the certificate is not trusted: "} + X509_verify_cert_error_string(verified);
    return error_of_tls();
}

RedisReply RedisConnection::ask(const std::vector<std::string>& command) {
    if (!failure_.empty()) return failed(failure_);
    std::string unsent = formatted(command);
    while (!unsent.empty()) {
        const ssize_t sent = send(unsent);
        if (sent == 0) return failed("the connection was closed");
        if (sent < 0 && errno != EAGAIN) return failed(error());
        if (sent < 0 && !wait_for(POLLOUT)) return failed(kTooSlow);
        if (sent > 0) unsent.erase(0, static_cast<std::size_t>(sent));
    }
    std::array<char, std::size_t{16} * 1024> bytes{};
    for (;;) {
        RedisReply reply = take_reply();
        if (reply || !failure_.empty()) return reply;
        if (time_left().count() <= 0) return failed(kTooSlow);  // also of a peer that never pauses
        const ssize_t count = receive(bytes);
        if (count == 0) return failed("the connection was closed");
        if (count < 0 && errno != EAGAIN) return failed(error());
        if (count < 0 && !wait_for(POLLIN)) return failed(kTooSlow);
        if (count > 0) add_received({bytes.data(), static_cast<std::size_t>(count)});
    }
}

std::chrono::milliseconds RedisConnection::time_left() const {
    return std::chrono::ceil<std::chrono::milliseconds>(deadline_ - stopwatch_.now());
}

bool RedisConnection::wait_for(short event) const {
    if (tls_) event = SSL_want_write(tls_.get()) ? POLLOUT : POLLIN;
    for (auto left = time_left(); left.count() > 0; left = time_left()) {
        pollfd watched{.fd = context_->fd, .events = event, .revents = 0};
        if (poll(&watched, 1, static_cast<int>(left.count())) > 0) return true;
    }
    return false;
}

RedisReply RedisConnection::failed(std::string why) {
    failure_ = std::move(why);
    return {nullptr, freeReplyObject};
}

std::string RedisConnection::error() const {
    return tls_ ? error_of_tls() : error_of_system();
}

std::string RedisConnection::fault(const RedisReply& reply) const {
    if (!reply) return failure_;
    return reply->type == REDIS_REPLY_ERROR ? std::string{reply->str, reply->len} : "";
}

void RedisConnection::add_received(std::string_view bytes) {
    redisReaderFeed(context_->reader, bytes.data(), bytes.size());
    unfinished_ += bytes.size();
}

RedisReply RedisConnection::take_reply() {
    void* made = nullptr;
    if (redisReaderGetReply(context_->reader, &made) != REDIS_OK) return failed(context_->reader->errstr);
    if (made)
        unfinished_ = 0;
    else if (unfinished_ > kLongestReply || context_->reader->ridx > kDeepestReply)
        return failed("the response is too long");
    return {static_cast<redisReply*>(made), freeReplyObject};
}

ssize_t RedisConnection::send(std::string_view bytes) {
    if (!tls_) return ::send(context_->fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    const std::lock_guard lock{tls_mutex_};
    ERR_clear_error();
    return result_of_tls(SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size())));
}

ssize_t RedisConnection::receive(std::span<char> bytes) {
    if (!tls_) return recv(context_->fd, bytes.data(), bytes.size(), 0);
    const std::lock_guard lock{tls_mutex_};
    ERR_clear_error();
    return result_of_tls(SSL_read(tls_.get(), bytes.data(), static_cast<int>(bytes.size())));
}

// In the form of send() and recv().
ssize_t RedisConnection::result_of_tls(int result) {
    if (result > 0) return result;
    switch (SSL_get_error(tls_.get(), result)) {
        case SSL_ERROR_WANT_READ:
        case SSL_ERROR_WANT_WRITE: errno = EAGAIN; return -1;
        case SSL_ERROR_ZERO_RETURN: return 0;
        case SSL_ERROR_SSL: errno = EPROTO; return -1;
        default: return errno == 0 ? 0 : -1;
    }
}

bool RedisConnection::has_received_more() const {
    if (!tls_) return false;
    const std::lock_guard lock{tls_mutex_};
    return SSL_has_pending(tls_.get()) == 1;
}

void RedisConnection::shut_down() const {
    ::shutdown(context_->fd, SHUT_RDWR);
}

}  // namespace callboard::throttle
