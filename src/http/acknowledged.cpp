#include "http/acknowledged.h"

#include <cstddef>

#include <linux/sockios.h>
#include <linux/tcp.h>  // instead of netinet/tcp.h, whose tcp_info ends before this field
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace callboard::http {

std::optional<std::uint64_t> acknowledged_bytes(int socket) {
    tcp_info info{};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
    constexpr auto kEnd = offsetof(tcp_info, tcpi_bytes_acked) + sizeof info.tcpi_bytes_acked;
    if (size < kEnd) return std::nullopt;
    return info.tcpi_bytes_acked;
}

bool has_unacknowledged_bytes(int socket) {
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) == 0 && bytes > 0;
}

}  // namespace callboard::http
