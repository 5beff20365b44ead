// IP addresses and ranges of them.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace callboard {

// An IPv4 address is stored as IPv4-mapped IPv6 address (::ffff:a.b.c.d, RFC 4291), so that all compare
// alike.
class IpAddress {
  public:
    static std::optional<IpAddress> parse(std::string_view text);
    static IpAddress v4(const std::array<std::uint8_t, 4>& bytes);
    static IpAddress v6(const std::array<std::uint8_t, 16>& bytes) { return IpAddress{bytes}; }

    bool is_v4() const;
    bool is_loopback() const;
    std::string text() const;

    // The address with all but its first `bits` bits set to zero.
    IpAddress masked(int bits) const;

    const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }
    auto operator<=>(const IpAddress&) const = default;

  private:
    explicit IpAddress(const std::array<std::uint8_t, 16>& bytes) : bytes_(bytes) {}
    std::array<std::uint8_t, 16> bytes_;
};

// Whether a host, such as `localhost` or `[::1]`, is this machine by its name or address.
bool is_loopback_host(std::string_view host);

// A CIDR range, such as 10.0.0.0/8 or 2001:db8::/32; a single address is a range of one.
class Network {
  public:
    static std::optional<Network> parse(std::string_view text);
    bool contains(const IpAddress& address) const { return address.masked(bits_) == base_; }

  private:
    Network(const IpAddress& base, int bits) : base_(base.masked(bits)), bits_(bits) {}
    IpAddress base_;
    int bits_;
};

// The address of a listening socket: HOST:PORT, such as [::1]:8080.
struct HostPort {
    std::string host;
    std::uint16_t port = 0;

    static std::optional<HostPort> parse(std::string_view text);
};

}  // namespace callboard
