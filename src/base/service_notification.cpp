#include "base/service_notification.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace callboard {
namespace {

std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

}  // namespace

bool ServiceNotification::send(std::string_view state) const {
    if (socket_name_.empty()) return true;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket_name_.size() >= sizeof address.sun_path) return false;
    std::ranges::copy(socket_name_, address.sun_path);
    const bool is_abstract = socket_name_.starts_with('@');
    if (is_abstract) address.sun_path[0] = '\0';
    // The length delimits an abstract name; a path ends with a zero byte.
    const auto length =
        static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_name_.size() + (is_abstract ? 0 : 1));
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0) return false;
    // A service manager that does not read must not keep the server from starting or stopping.
    const ssize_t sent = ::sendto(socket, state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                                  reinterpret_cast<const sockaddr*>(&address), length);
    ::close(socket);
    return sent == static_cast<ssize_t>(state.size());
}

std::optional<std::chrono::milliseconds> watchdog_interval(std::string_view watchdog_usec,
                                                           std::string_view watchdog_pid, pid_t own_pid) {
    const auto limit = number(watchdog_usec);
    if (!limit || *limit <= 0) return std::nullopt;
    if (!watchdog_pid.empty() && number(watchdog_pid) != own_pid) return std::nullopt;
    const auto half =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::microseconds{*limit / 2});
    return std::clamp<std::chrono::milliseconds>(half, std::chrono::milliseconds{1}, std::chrono::hours{1});
}

}  // namespace callboard
