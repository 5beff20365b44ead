// Notifications to the service manager that started the program, as described in sd_notify(3). libsystemd
// would be a dependency for one datagram.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <sys/types.h>

namespace callboard {

class ServiceNotification {
  public:
    // The value of NOTIFY_SOCKET: a path, or a name in the abstract namespace, which begins with @. Empty:
    // there is no service manager.
    explicit ServiceNotification(std::string socket_name) : socket_name_(std::move(socket_name)) {}

    // Sends a state such as READY=1. Returns false if there is a service manager and it cannot be reached.
    bool send(std::string_view state) const;

  private:
    std::string socket_name_;
};

// How often WATCHDOG=1 is to be sent: twice in the time of WATCHDOG_USEC. Nothing, if this is not set, or if
// WATCHDOG_PID names another process.
std::optional<std::chrono::milliseconds> watchdog_interval(std::string_view watchdog_usec,
                                                           std::string_view watchdog_pid, pid_t own_pid);

}  // namespace callboard
