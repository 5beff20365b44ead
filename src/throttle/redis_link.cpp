#include "throttle/redis_link.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <hiredis/hiredis.h>
#include <poll.h>
#include <pthread.h>

#include "throttle/redis_connection.h"
#include "throttle/redis_facts.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

constexpr auto kReplyTimeout = 50ms;         // for a response; after it, the caller decides locally
constexpr auto kPollInterval = 10ms;         // the interval of the time-out checks
constexpr auto kReconnectDelay = 500ms;      // before reconnecting
constexpr auto kLongestReconnectDelay = 8s;  // exponential backoff for connections that do not last
constexpr auto kStableConnection = 5s;
constexpr auto kConnectTimeout = 1s;  // until the first commands can be sent

constexpr const char* kTooSlow = "no response in time";

// Errors that all further commands would get: the function was deleted, and reconnecting loads it again; or
// the server became a replica, and another one is found at the address.
bool is_about_server(std::string_view error) {
    return error.contains("Function not found") || error.starts_with("READONLY");
}

}  // namespace

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

RedisLink::~RedisLink() {
    finish();
}

void RedisLink::finish() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
        if (connection_) connection_->shut_down();
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
    auto connection = std::make_unique<RedisConnection>();
    if (std::string why = connection->open(address_, kConnectTimeout); !why.empty()) return why;
    if (std::string why = obstacle(facts_of(*connection)); !why.empty()) return why;
    const RedisReply loaded = connection->ask({"FUNCTION", "LOAD", "REPLACE", library_});
    if (const std::string why = connection->fault(loaded); !why.empty()) return "FUNCTION: " + why;
    const auto began = stopwatch_.now();
    const RedisReply reply = connection->ask({"PING"});
    if (std::string why = connection->fault(reply); !why.empty()) return why;
    if (stopwatch_.now() - began > kReplyTimeout) return kTooSlow;
    const std::lock_guard lock{mutex_};
    connection_ = std::move(connection);
    return "";
}

std::string RedisLink::serve() {
    for (;;) {
        pollfd watched{.fd = connection_->socket(), .events = POLLIN, .revents = 0};
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
    do {
        const ssize_t count = connection_->receive(bytes);
        if (count == 0) return "the connection was closed";
        if (count < 0) return errno == EAGAIN || errno == EINTR ? "" : std::generic_category().message(errno);
        connection_->add_received({bytes.data(), static_cast<std::size_t>(count)});
        if (std::string why = read_replies(); !why.empty()) return why;
    } while (connection_->has_received_more());
    return "";
}

std::string RedisLink::read_replies() {
    for (;;) {
        const RedisReply reply = connection_->take_reply();
        if (!reply) return connection_->fault(reply);  // empty: it is not complete
        Waiting first;
        {
            const std::lock_guard lock{mutex_};
            if (waiting_.empty()) return "unexpected response";
            first = std::move(waiting_.front());
            waiting_.pop_front();
        }
        const std::string why = connection_->fault(reply);
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
        connection_.reset();
        unsent_.clear();
        left.swap(waiting_);
    }
    if (!stopping()) report_state(false, why);
    for (Waiting& each : left) each.done(nullptr);
}

bool RedisLink::send(const std::vector<std::string>& words, Done done) {
    const std::lock_guard lock{mutex_};
    if (!up() || !connection_ || stopping_) return false;
    const bool idle = unsent_.empty();
    unsent_ += formatted(words);
    waiting_.push_back({std::move(done), stopwatch_.now()});
    if (idle) write_some();  // otherwise the link's thread sends
    return true;
}

// What the socket does not accept now is sent later by the link's thread, which also handles errors.
void RedisLink::write_some() {
    const ssize_t sent = connection_->send(unsent_);
    if (sent > 0) unsent_.erase(0, static_cast<std::size_t>(sent));
}

}  // namespace callboard::throttle
