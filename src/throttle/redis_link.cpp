#include "throttle/redis_link.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include <hiredis/hiredis.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "base/encoding.h"
#include "throttle/redis_command.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

constexpr auto kReplyTimeout = 50ms;         // for a response; after it, the caller decides locally
constexpr auto kPollInterval = 10ms;         // the interval of the time-out checks
constexpr auto kReconnectDelay = 500ms;      // before reconnecting
constexpr auto kLongestReconnectDelay = 8s;  // exponential backoff for connections that do not last
constexpr auto kStableConnection = 5s;
constexpr timeval kConnectTimeout{0, 400'000};

constexpr const char* kTooSlow = "no response in time";

void append_command(std::string& out, const std::vector<std::string>& command) {
    RedisWords words{command};
    char* formatted = nullptr;
    const int length =
        redisFormatCommandArgv(&formatted, words.count(), words.texts.data(), words.sizes.data());
    if (length > 0) out.append(formatted, static_cast<std::size_t>(length));
    redisFreeCommand(formatted);
}

// Errors that all further commands would get: the function was deleted, and reconnecting loads it again; or
// the server became a replica, and another one is found at the address.
bool is_about_server(std::string_view error) {
    return error.contains("Function not found") || error.starts_with("READONLY");
}

}  // namespace

std::optional<RedisAddress> RedisAddress::parse(std::string_view url) {
    constexpr std::string_view kScheme = "redis://";
    if (!url.starts_with(kScheme)) return std::nullopt;
    url.remove_prefix(kScheme.size());
    RedisAddress address;
    if (const auto at = url.rfind('@'); at != std::string_view::npos) {
        const auto colon = url.substr(0, at).find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        const auto user = percent_decode(url.substr(0, colon), Plus::literal);
        const auto password = percent_decode(url.substr(colon + 1, at - colon - 1), Plus::literal);
        if (!user || !password) return std::nullopt;
        address.user = *user;
        address.password.emplace(*password);
        url.remove_prefix(at + 1);
    }
    if (const auto slash = url.find('/'); slash != std::string_view::npos) {
        const std::string_view number = url.substr(slash + 1);
        const auto [end, error] = std::from_chars(number.begin(), number.end(), address.database);
        if (!number.empty() && (error != std::errc{} || end != number.end() || address.database < 0))
            return std::nullopt;
        url = url.substr(0, slash);
    }
    const bool has_port = url.rfind(':') != std::string_view::npos && !url.ends_with(']');
    const auto server = HostPort::parse(has_port ? std::string{url} : std::string{url} + ":6379");
    if (!server || server->host.empty()) return std::nullopt;
    address.server = *server;
    return address;
}

void RedisLink::Free::operator()(redisContext* context) const {
    redisFree(context);
}

RedisLink::RedisLink(RedisAddress address, std::string library, const Stopwatch& stopwatch,
                     StateListener listener)
    : address_(std::move(address)),
      library_(std::move(library)),
      stopwatch_(stopwatch),
      listener_(std::move(listener)),
      thread_([this] {
          pthread_setname_np(pthread_self(), "redis");
          run();
      }) {}

void RedisLink::finish() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
        if (context_) shutdown(context_->fd, SHUT_RDWR);
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

bool RedisLink::stopping() {
    const std::lock_guard lock{mutex_};
    return stopping_;
}

void RedisLink::run() {
    std::chrono::milliseconds pause = kReconnectDelay;
    while (!stopping()) {
        std::string why = connect();
        if (why.empty()) {
            set_up();
            report_state(true, "");
            const auto began = stopwatch_.now();
            why = serve();
            const bool was_stable = stopwatch_.now() - began > kStableConnection;
            pause = was_stable ? kReconnectDelay
                               : std::min<std::chrono::milliseconds>(2 * pause, kLongestReconnectDelay);
        } else {
            pause = kReconnectDelay;
        }
        disconnect(why);
        std::unique_lock lock{mutex_};
        wake_.wait_for(lock, pause, [this] { return stopping_; });
    }
}

void RedisLink::set_up() {
    {
        const std::lock_guard lock{mutex_};
        up_.store(true, std::memory_order_release);
    }
    came_up_.notify_all();
}

bool RedisLink::wait_until_up(std::chrono::milliseconds at_most) {
    std::unique_lock lock{mutex_};
    return came_up_.wait_for(lock, at_most, [this] { return up(); });
}

// Only when the state or the reason changes.
void RedisLink::report_state(bool up, const std::string& why) {
    if (reported_ == std::pair{up, why}) return;
    reported_ = {up, why};
    listener_(up, why);
}

std::string RedisLink::connect() {
    Context context{
        redisConnectWithTimeout(address_.server.host.c_str(), address_.server.port, kConnectTimeout)};
    if (!context) return "out of memory";
    if (context->err != 0) return context->errstr;
    redisSetTimeout(context.get(), kConnectTimeout);
    const auto run_command = [&](const std::vector<std::string>& words) -> std::string {
        const RedisReply reply = ask(*context, words);
        const std::string why = fault(*context, reply);
        return why.empty() ? "" : words.front() + ": " + why;
    };
    for (const auto& words : setup_commands(address_))
        if (std::string why = run_command(words); !why.empty()) return why;
    if (std::string why = obstacle(facts_of(*context)); !why.empty()) return why;
    if (std::string why = run_command({"FUNCTION", "LOAD", "REPLACE", library_}); !why.empty()) return why;
    const auto began = stopwatch_.now();
    const RedisReply reply = ask(*context, {"PING"});
    if (const std::string why = fault(*context, reply); !why.empty()) return why;
    if (stopwatch_.now() - began > kReplyTimeout) return kTooSlow;
    const std::lock_guard lock{mutex_};
    context_ = std::move(context);
    return "";
}

std::string RedisLink::serve() {
    for (;;) {
        pollfd watched{.fd = context_->fd, .events = POLLIN, .revents = 0};
        {
            const std::lock_guard lock{mutex_};
            if (stopping_) return "";
            if (!unsent_.empty()) watched.events |= POLLOUT;
        }
        poll(&watched, 1, std::chrono::milliseconds{kPollInterval}.count());
        if ((watched.revents & POLLOUT) != 0) {
            const std::lock_guard lock{mutex_};
            write_some();
        }
        if ((watched.revents & (POLLIN | POLLHUP | POLLERR)) != 0)
            if (std::string why = read(); !why.empty()) return why;
        if (is_reply_overdue()) return kTooSlow;
    }
}

std::string RedisLink::read() {
    std::array<char, std::size_t{16} * 1024> bytes{};
    const ssize_t count = recv(context_->fd, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count == 0) return "the connection was closed";
    if (count < 0) return errno == EAGAIN || errno == EINTR ? "" : std::generic_category().message(errno);
    redisReaderFeed(context_->reader, bytes.data(), static_cast<std::size_t>(count));
    return read_replies();
}

std::string RedisLink::read_replies() {
    for (;;) {
        void* made = nullptr;
        if (redisReaderGetReply(context_->reader, &made) != REDIS_OK) return context_->reader->errstr;
        if (!made) return "";
        const RedisReply reply{static_cast<redisReply*>(made), freeReplyObject};
        Waiting first;
        {
            const std::lock_guard lock{mutex_};
            if (waiting_.empty()) return "unexpected response";
            first = std::move(waiting_.front());
            waiting_.pop_front();
        }
        const std::string why = fault(*context_, reply);
        first.done(why.empty() ? reply.get() : nullptr);
        if (is_about_server(why)) return why;
    }
}

bool RedisLink::is_reply_overdue() {
    const std::lock_guard lock{mutex_};
    return !waiting_.empty() && stopwatch_.now() - waiting_.front().since > kReplyTimeout;
}

void RedisLink::disconnect(const std::string& why) {
    std::deque<Waiting> left;
    {
        const std::lock_guard lock{mutex_};
        up_.store(false, std::memory_order_release);
        context_.reset();
        unsent_.clear();
        left.swap(waiting_);
    }
    if (!stopping()) report_state(false, why);
    for (Waiting& each : left) each.done(nullptr);
}

bool RedisLink::send(const std::vector<std::string>& words, Done done) {
    const std::lock_guard lock{mutex_};
    if (!up() || !context_ || stopping_) return false;
    const bool idle = unsent_.empty();
    append_command(unsent_, words);
    waiting_.push_back({std::move(done), stopwatch_.now()});
    if (idle) write_some();  // otherwise the link's thread sends
    return true;
}

// What the socket does not accept now is sent later by the link's thread, which also handles errors.
void RedisLink::write_some() {
    const ssize_t sent = ::send(context_->fd, unsent_.data(), unsent_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) unsent_.erase(0, static_cast<std::size_t>(sent));
}

}  // namespace callboard::throttle
