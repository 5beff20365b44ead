#include "webhooks/outgoing/address_guard.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/ascii.h"
#include "base/curl.h"

namespace callboard::webhooks {
namespace {

constexpr std::size_t kLongestUrl = 2000;
constexpr std::size_t kLongestName = 253;
constexpr std::size_t kLongestLabel = 63;
constexpr std::string_view kScheme = "https://";
constexpr std::string_view kPlainScheme = "http://";

constexpr std::string_view kNoUrl = "it is not a URL";
constexpr std::string_view kNoHost = "its host name is invalid";
constexpr std::string_view kPrivate = "it points to a private address";

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

bool starts_with_any_case(std::string_view text, std::string_view start) {
    return same_name(text.substr(0, start.size()), start);
}

// A single path segment after the prefix, without traversal.
bool is_inbox(std::string_view url, const std::optional<std::string>& inbox) {
    if (!inbox || !url.starts_with(*inbox)) return false;
    constexpr std::size_t kLongestInbox = 64;
    const std::string_view name = url.substr(inbox->size());
    return !name.empty() && name.size() <= kLongestInbox && name != "." && name != ".." &&
           std::ranges::all_of(name, [](char c) {
               return is_letter(c) || is_digit(c) || std::string_view{"-._~"}.contains(c);
           });
}

std::vector<std::string_view> labels_of(std::string_view name) {
    std::vector<std::string_view> labels;
    for (std::size_t start = 0;;) {
        const std::size_t dot = name.find('.', start);
        labels.push_back(name.substr(start, dot - start));
        if (dot == std::string_view::npos) return labels;
        start = dot + 1;
    }
}

bool is_label(std::string_view label) {
    return !label.empty() && label.size() <= kLongestLabel && !label.starts_with('-') &&
           !label.ends_with('-') && std::ranges::all_of(label, [](char c) {
               return is_letter(c) || is_digit(c) || c == '-' || c == '_';
           });
}

// Some resolvers read a name that ends in a number as a legacy IPv4 address, so it is refused.
bool is_number(std::string_view label) {
    return std::ranges::all_of(label, is_digit) || starts_with_any_case(label, "0x");
}

std::optional<std::string> fault_of_name(std::string_view name, bool allow_private) {
    if (name.ends_with('.')) name.remove_suffix(1);  // trailing dot of a fully qualified name
    const auto labels = labels_of(name);
    if (name.size() > kLongestName || !std::ranges::all_of(labels, is_label) || is_number(labels.back()))
        return std::string{kNoHost};
    const std::string_view last = labels.back();
    if (last.size() == 9 && starts_with_any_case(last, "localhost") && !allow_private)
        return std::string{kPrivate};
    return std::nullopt;
}

// Uses the parser of libcurl, which also connects, so that both see the same host (no parser differential).
class ParsedUrl {
  public:
    explicit ParsedUrl(const std::string& url) : handle_(curl_url()) {
        legal_ = handle_ && curl_url_set(handle_.get(), CURLUPART_URL, url.c_str(), 0) == CURLUE_OK;
    }

    bool legal() const { return legal_; }

    std::optional<std::string> part(CURLUPart which) const {
        char* text = nullptr;
        if (curl_url_get(handle_.get(), which, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return std::nullopt;
        return std::string{CurlText{text}.get()};
    }

  private:
    CurlUrl handle_;
    bool legal_ = false;
};

std::optional<std::string> fault_of_host(const ParsedUrl& url, bool allow_private) {
    const std::string host = url.part(CURLUPART_HOST).value_or("");
    if (url.part(CURLUPART_ZONEID)) return "an address with a zone is not allowed";
    std::string_view literal = host;
    if (literal.starts_with('[') && literal.ends_with(']')) literal = literal.substr(1, literal.size() - 2);
    const auto address = IpAddress::parse(literal);
    if (!address) return fault_of_name(host, allow_private);
    if (!allow_private && !is_public(*address)) return std::string{kPrivate};
    return std::nullopt;
}

std::optional<std::string> fault_of_port(const ParsedUrl& url, const std::vector<int>& allowed) {
    const std::string text = url.part(CURLUPART_PORT).value_or("");
    int port = 0;
    std::from_chars(text.data(), text.data() + text.size(), port);
    if (port < 1 || port > 65535) return "its port is not between 1 and 65535";
    if (!allowed.empty() && std::ranges::find(allowed, port) == allowed.end())
        return "this port is not allowed";
    return std::nullopt;
}

std::vector<Network> networks(std::initializer_list<std::string_view> texts) {
    std::vector<Network> result;
    for (const auto text : texts) result.push_back(Network::parse(text).value());
    return result;
}

bool any_contains(const std::vector<Network>& ranges, const IpAddress& address) {
    return std::ranges::any_of(ranges, [&](const Network& range) { return range.contains(address); });
}

bool is_public_v4(const IpAddress& address) {
    static const std::vector<Network> special = networks({
        "0.0.0.0/8",        // this network
        "10.0.0.0/8",       // private
        "100.64.0.0/10",    // shared address space (RFC 6598)
        "127.0.0.0/8",      // loopback
        "169.254.0.0/16",   // link-local, metadata services
        "172.16.0.0/12",    // private
        "192.0.0.0/24",     // protocol assignments
        "192.0.2.0/24",     // documentation
        "192.88.99.0/24",   // 6to4 relays
        "192.168.0.0/16",   // private
        "198.18.0.0/15",    // benchmarks
        "198.51.100.0/24",  // documentation
        "203.0.113.0/24",   // documentation
        "224.0.0.0/4",      // multicast
        "240.0.0.0/4",      // reserved, broadcast
    });
    return !any_contains(special, address);
}

bool is_public_v6(const IpAddress& address) {
    // All other addresses (::1, fc00::/7, fe80::/10, ff00::/8, 100::/64, 5f00::/16 …) are not global unicast.
    static const Network global = Network::parse("2000::/3").value();
    static const std::vector<Network> special = networks({
        "2001::/23",      // protocol assignments: Teredo, benchmarks, ORCHID
        "2001:db8::/32",  // documentation
        "3fff::/20",      // documentation
    });
    return global.contains(address) && !any_contains(special, address);
}

// The IPv4 address that is embedded in an IPv6 address of a transition mechanism.
std::optional<IpAddress> v4_inside(const IpAddress& address) {
    struct Kind {
        Network range;
        std::size_t place;  // offset of its first byte
    };
    static const std::array kinds{
        Kind{Network::parse("64:ff9b::/96").value(), 12},    // NAT64
        Kind{Network::parse("64:ff9b:1::/96").value(), 12},  // local-use NAT64 (RFC 8215)
        Kind{Network::parse("2002::/16").value(), 2},        // 6to4
        Kind{Network::parse("::/96").value(), 12},           // IPv4-compatible; also :: and ::1
    };
    for (const auto& [range, place] : kinds) {
        if (!range.contains(address)) continue;
        std::array<std::uint8_t, 4> bytes{};
        std::copy_n(address.bytes().begin() + static_cast<std::ptrdiff_t>(place), bytes.size(),
                    bytes.begin());
        return IpAddress::v4(bytes);
    }
    return std::nullopt;
}

std::optional<IpAddress> address_of(const sockaddr* socket_address) {
    if (!socket_address) return std::nullopt;
    if (socket_address->sa_family == AF_INET) {
        std::array<std::uint8_t, 4> bytes{};
        std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in*>(socket_address)->sin_addr,
                    bytes.size());
        return IpAddress::v4(bytes);
    }
    if (socket_address->sa_family == AF_INET6) {
        std::array<std::uint8_t, 16> bytes{};
        std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in6*>(socket_address)->sin6_addr,
                    bytes.size());
        return IpAddress::v6(bytes);
    }
    return std::nullopt;
}

// Not cached: addresses of the machine change, and connections are rarely made.
bool is_own(const IpAddress& address) {
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) return true;  // fails closed
    const std::unique_ptr<ifaddrs, FreedBy<freeifaddrs>> owner{first};
    for (const ifaddrs* each = first; each; each = each->ifa_next) {
        if (address_of(each->ifa_addr) == address) return true;
    }
    return false;
}

}  // namespace

AddressGuard::AddressGuard(AddressRules rules) : rules_(std::move(rules)) {}

std::optional<std::string> AddressGuard::fault_of_url(std::string_view url) const {
    if (url.size() > kLongestUrl) return "it is longer than 2000 characters";
    // URL parsers differ most over these characters; none is needed, because each can be percent-encoded.
    if (!std::ranges::all_of(url, [](char c) { return c > ' ' && c < '\x7f' && c != '\\'; }))
        return "it has an invalid character";
    if (is_inbox(url, rules_.inbox)) return std::nullopt;
    const bool is_plain = rules_.allow_http && starts_with_any_case(url, kPlainScheme);
    const std::string_view scheme = is_plain ? kPlainScheme : kScheme;
    if (!starts_with_any_case(url, scheme)) return "it does not start with https://";
    if (url.substr(scheme.size()).starts_with('/')) return std::string{kNoUrl};

    const ParsedUrl parsed{std::string{url}};
    if (!parsed.legal()) return std::string{kNoUrl};
    if (parsed.part(CURLUPART_USER) || parsed.part(CURLUPART_PASSWORD))
        return "it contains a user name or a password";
    if (url.contains('#')) return "it has a fragment";
    if (auto fault = fault_of_host(parsed, rules_.allow_private)) return fault;
    return fault_of_port(parsed, rules_.ports);
}

bool AddressGuard::may_dial(const IpAddress& address, std::string_view url) const {
    if (rules_.allow_private) return true;
    if (is_inbox(url, rules_.inbox) && (address.is_loopback() || is_own(address))) return true;
    return is_public(address) && !is_own(v4_inside(address).value_or(address));
}

bool is_public(const IpAddress& address) {
    if (address.is_v4()) return is_public_v4(address);
    if (const auto inside = v4_inside(address)) return is_public_v4(*inside);
    return is_public_v6(address);
}

std::string origin_of(std::string_view url) {
    const ParsedUrl parsed{std::string{url}};
    std::string origin;
    for (const auto part : {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT})
        origin.append(parsed.part(part).value_or("")).append(" ");
    return lowered(origin);
}

}  // namespace callboard::webhooks
