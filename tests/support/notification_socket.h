// The socket of a service manager, as NOTIFY_SOCKET names it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace callboard::test {

class NotificationSocket {
  public:
    // A path, or an abstract name that begins with @.
    explicit NotificationSocket(std::string name)
        : name_(std::move(name)), socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::ranges::copy(name_, address.sun_path);
        if (name_.starts_with('@')) address.sun_path[0] = '\0';
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
        if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), length) != 0)
            throw std::runtime_error("cannot bind " + name_);
        const timeval limit{.tv_sec = 60, .tv_usec = 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    }
    ~NotificationSocket() { ::close(socket_); }

    NotificationSocket(const NotificationSocket&) = delete;
    NotificationSocket& operator=(const NotificationSocket&) = delete;

    const std::string& name() const { return name_; }

    // Waits for the next notification; empty after a minute without one.
    std::string receive() const {
        std::string message(4096, '\0');
        const ssize_t length = ::recv(socket_, message.data(), message.size(), 0);
        message.resize(static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
        return message;
    }

  private:
    std::string name_;
    int socket_;
};

}  // namespace callboard::test
