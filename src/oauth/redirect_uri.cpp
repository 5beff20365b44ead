#include "oauth/redirect_uri.h"

#include <algorithm>
#include <optional>
#include <ranges>

#include "base/network.h"

namespace callboard::oauth {
namespace {

constexpr std::size_t kLongestUri = 2000;
constexpr std::size_t kLongestHost = 253;  // RFC 1035, as are labels
constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kLongestPort = 5;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter_or_digit(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_uri_character(char c) {
    constexpr std::string_view kOthers = "-._~:/?@!$&'()+,;=%[]";  // RFC 3986, without # and *
    return is_letter_or_digit(c) || kOthers.contains(c);
}

bool is_label(std::string_view label) {
    return !label.empty() && label.size() <= kLongestLabel && label.front() != '-' && label.back() != '-' &&
           std::ranges::all_of(label, [](char c) { return c == '-' || is_letter_or_digit(c); });
}

// Names with other letters are written in Punycode. Browsers read a name that ends with a number as an
// address, in which 1 and 0x7f000001 are numbers, too.
bool is_name_or_address(std::string_view host) {
    if (host.size() > kLongestHost) return false;
    for (const auto part : host | std::views::split('.'))
        if (!is_label({part.begin(), part.end()})) return false;
    const std::string_view last = host.substr(host.rfind('.') + 1);
    return (!last.empty() && !is_digit(last.front())) || IpAddress::parse(host).has_value();
}

bool is_host(std::string_view host) {
    if (!host.starts_with('[')) return is_name_or_address(host);
    if (!host.ends_with(']')) return false;
    const auto address = IpAddress::parse(host.substr(1, host.size() - 2));
    return address && host.contains(':');
}

bool is_port(std::string_view digits) {
    return !digits.empty() && digits.size() <= kLongestPort && std::ranges::all_of(digits, is_digit);
}

// The host of a URI with this scheme; nothing if it has another one, or its host or port is invalid.
std::optional<std::string_view> host_of(std::string_view uri, std::string_view scheme) {
    if (!uri.starts_with(scheme)) return std::nullopt;
    uri.remove_prefix(scheme.size());
    const std::string_view authority = uri.substr(0, uri.find_first_of("/?"));
    const auto address_end = authority.find(']');
    const auto colon = authority.find(':', address_end == std::string_view::npos ? 0 : address_end);
    const std::string_view host = authority.substr(0, colon);
    const bool has_port = colon != std::string_view::npos;
    if (!is_host(host) || (has_port && !is_port(authority.substr(colon + 1)))) return std::nullopt;
    return host;
}

}  // namespace

bool is_redirect_uri(std::string_view uri) {
    if (uri.size() > kLongestUri || !std::ranges::all_of(uri, is_uri_character)) return false;
    if (host_of(uri, "https://")) return true;
    const auto host = host_of(uri, "http://");
    return host == "localhost" || host == "127.0.0.1";
}

}  // namespace callboard::oauth
