#include "telemetry/tail_socket.h"

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

#include "base/local_socket.h"

namespace callboard::telemetry {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostListeners = 8;
constexpr int kMostAccepted = 64;  // at once
constexpr std::size_t kMostPending = std::size_t{1} << 20U;
constexpr std::size_t kSendSize = std::size_t{32} * 1024;

// The first line, so that a listener knows from when on it sees everything.
constexpr std::string_view kGreeting = "{\"listening\":true}\n";
constexpr std::string_view kTooMany = "{\"error\":\"too many listeners\"}\n";

FileDescriptor open_door(const std::filesystem::path& folder, const std::string& name, const Log& log) {
    try {
        return listen_in(folder, name);
    } catch (const std::system_error& error) {
        log.write(Level::warn, "tail_unavailable", {{"reason", error.what()}});
        return {};
    }
}

}  // namespace

TailSocket::TailSocket(const std::filesystem::path& folder, const std::string& name, const Log& log)
    : path_(folder / name), door_(open_door(folder, name, log)), periodic_(100ms, [this] { serve(); }) {}

TailSocket::~TailSocket() {
    std::error_code none;
    if (door_.is_open()) std::filesystem::remove(path_, none);
}

void TailSocket::send(std::string_view object) {
    const std::lock_guard lock{mutex_};
    for (Listener& each : listeners_) {
        if (each.pending.size() + object.size() > kMostPending) {
            ++each.dropped;
            continue;
        }
        if (each.dropped > 0)
            each.pending.append("{\"dropped\":")
                .append(std::to_string(std::exchange(each.dropped, 0)))
                .append("}\n");
        each.pending.append(object).append("\n");
        if (each.pending.size() >= each.send_at) flush(each);
    }
}

void TailSocket::serve() {
    if (!door_.is_open()) return;
    const std::lock_guard lock{mutex_};
    accept_all();
    for (Listener& each : listeners_) {
        flush(each);
        each.is_gone = each.is_gone || has_closed(each);
    }
    std::erase_if(listeners_, [](const Listener& each) { return each.is_gone; });
    listening_.store(listeners_.size(), std::memory_order_relaxed);
}

void TailSocket::accept_all() {
    for (int i = 0; i < kMostAccepted; ++i) {
        FileDescriptor socket{::accept4(door_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)};
        if (!socket.is_open()) return;
        if (listeners_.size() < kMostListeners) {
            listeners_.push_back({.socket = std::move(socket), .pending = std::string{kGreeting}});
        } else {
            ::send(socket.number(), kTooMany.data(), kTooMany.size(), MSG_NOSIGNAL);
        }
    }
}

// Sends what the socket takes at once.
void TailSocket::flush(Listener& listener) {
    const ssize_t sent =
        ::send(listener.socket.number(), listener.pending.data(), listener.pending.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
        listener.pending.erase(0, static_cast<std::size_t>(sent));
    } else if (errno != EAGAIN && errno != EINTR) {
        listener.is_gone = true;
    }
    listener.send_at = listener.pending.size() + kSendSize;
}

// What listeners send is not read.
bool TailSocket::has_closed(const Listener& listener) {
    pollfd state{.fd = listener.socket.number(), .events = POLLRDHUP, .revents = 0};
    return ::poll(&state, 1, 0) > 0;
}

}  // namespace callboard::telemetry
