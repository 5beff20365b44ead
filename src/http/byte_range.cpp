#include "http/byte_range.h"

#include <algorithm>
#include <charconv>
#include <ranges>

#include "http/header_text.h"

namespace callboard::http {
namespace {

constexpr RangeAnswer kWhole{};
constexpr RangeAnswer kUnsatisfiable{.outcome = RangeOutcome::unsatisfiable, .part = {}};

std::optional<std::uint64_t> number(std::string_view digits) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) return std::nullopt;
    return error == std::errc::result_out_of_range ? UINT64_MAX : value;
}

RangeAnswer part(std::uint64_t first, std::uint64_t size) {
    return {.outcome = RangeOutcome::part, .part = {.first = first, .size = size}};
}

// bytes=-500
RangeAnswer last_bytes(std::uint64_t wanted, std::uint64_t size) {
    if (wanted == 0 || size == 0) return kUnsatisfiable;
    const std::uint64_t given = std::min(wanted, size);
    return part(size - given, given);
}

std::string_view strip_weak_prefix(std::string_view tag) {
    return tag.starts_with("W/") ? tag.substr(2) : tag;
}

}  // namespace

RangeAnswer read_range(std::string_view header, std::uint64_t size) {
    constexpr std::string_view kUnit = "bytes=";
    header = trimmed(header);
    if (!same_name(header.substr(0, kUnit.size()), kUnit)) return kWhole;
    const std::string_view range = trimmed(header.substr(kUnit.size()));
    const auto dash = range.find('-');
    if (dash == std::string_view::npos || range.contains(',')) return kWhole;
    const std::string_view from = range.substr(0, dash);
    const std::string_view to = range.substr(dash + 1);
    const auto last = number(to);
    if (!to.empty() && !last) return kWhole;
    if (from.empty()) return last ? last_bytes(*last, size) : kWhole;
    const auto first = number(from);
    if (!first || (last && *last < *first)) return kWhole;
    if (*first >= size) return kUnsatisfiable;
    return part(*first, std::min(last.value_or(size - 1), size - 1) - *first + 1);
}

RangeAnswer asked_range(const Request& request, std::string_view etag, std::uint64_t size) {
    const std::string_view header = request.header("Range");
    if (header.empty() || request.has_repeated("Range") || request.is_head) return kWhole;
    const std::string_view if_range = trimmed(request.header("If-Range"));
    if (!if_range.empty() && (if_range != etag || etag.starts_with("W/"))) return kWhole;
    return read_range(header, size);
}

bool names_tag(std::string_view if_none_match, std::string_view etag) {
    for (const auto part : std::views::split(if_none_match, ',')) {
        const std::string_view tag = trimmed(std::string_view{part});
        if (tag == "*" || strip_weak_prefix(tag) == strip_weak_prefix(etag)) return true;
    }
    return false;
}

}  // namespace callboard::http
