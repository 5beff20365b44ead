#include "base/network.h"

#include <algorithm>
#include <charconv>

#include <arpa/inet.h>

namespace callboard {
namespace {

constexpr std::array<std::uint8_t, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr int kMappedBits = 96;

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (text.starts_with('-') || error != std::errc{} || stop != end) return std::nullopt;
    return number;
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
    const std::string copy{text};  // inet_pton needs a null-terminated string
    if (copy.find('\0') != std::string::npos) return std::nullopt;
    if (std::array<std::uint8_t, 4> bytes{}; inet_pton(AF_INET, copy.c_str(), bytes.data()) == 1)
        return v4(bytes);
    if (std::array<std::uint8_t, 16> bytes{}; inet_pton(AF_INET6, copy.c_str(), bytes.data()) == 1)
        return v6(bytes);
    return std::nullopt;
}

IpAddress IpAddress::v4(const std::array<std::uint8_t, 4>& bytes) {
    std::array<std::uint8_t, 16> mapped{};
    std::ranges::copy(kMappedPrefix, mapped.begin());
    std::ranges::copy(bytes, mapped.begin() + kMappedPrefix.size());
    return IpAddress{mapped};
}

bool IpAddress::is_v4() const {
    return std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), bytes_.begin());
}

bool IpAddress::is_loopback() const {
    if (is_v4()) return bytes_[12] == 127;
    return std::all_of(bytes_.begin(), bytes_.end() - 1, [](auto byte) { return byte == 0; }) &&
           bytes_.back() == 1;
}

std::string IpAddress::text() const {
    std::array<char, INET6_ADDRSTRLEN> out{};
    if (!is_v4()) {
        inet_ntop(AF_INET6, bytes_.data(), out.data(), out.size());
        return out.data();
    }
    char* end = out.data();
    for (std::size_t i = kMappedPrefix.size(); i < bytes_.size(); ++i) {
        if (end != out.data()) *end++ = '.';
        end = std::to_chars(end, out.data() + out.size(), bytes_[i]).ptr;
    }
    return {out.data(), end};
}

IpAddress IpAddress::masked(int bits) const {
    IpAddress result{*this};
    for (int i = 0; i < 16; ++i) {
        const int kept = std::clamp(bits - i * 8, 0, 8);
        result.bytes_[static_cast<std::size_t>(i)] &= static_cast<std::uint8_t>(0xff00 >> kept);
    }
    return result;
}

bool is_loopback_host(std::string_view host) {
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    const auto address = IpAddress::parse(host);
    return host == "localhost" || (address && address->is_loopback());
}

std::optional<Network> Network::parse(std::string_view text) {
    const auto slash = text.find('/');
    const auto base = IpAddress::parse(text.substr(0, slash));
    if (!base) return std::nullopt;
    const int offset = base->is_v4() ? kMappedBits : 0;
    if (slash == std::string_view::npos) return Network{*base, 128};
    const auto bits = whole_number<int>(text.substr(slash + 1));
    if (!bits || *bits > 128 - offset) return std::nullopt;
    return Network{*base, *bits + offset};
}

std::optional<HostPort> HostPort::parse(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    std::string_view host = text.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
    } else if (host.contains(':')) {
        return std::nullopt;
    }
    const auto port = whole_number<std::uint16_t>(text.substr(colon + 1));
    if (!port || host.empty()) return std::nullopt;
    return HostPort{std::string{host}, *port};
}

}  // namespace callboard
