#include "base/trace_context.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "base/encoding.h"
#include "base/random.h"

namespace callboard {
namespace {

// 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01: version, trace id, span id, flags.
constexpr std::size_t kLength = 55;
constexpr std::size_t kIdAt = 3;
constexpr std::size_t kSpanAt = 36;
constexpr std::size_t kSpanBytes = 8;
constexpr std::size_t kFlagsAt = 53;

// The flags with a meaning: sampled and, since level 2, random trace id. Others must not be passed on.
constexpr std::uint8_t kKnownFlags = 0x03;
constexpr std::uint8_t kSampled = 0x01;  // the only one that versions after 00 keep

bool is_hex(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_id(std::string_view text) {
    return is_hex(text) && text.find_first_not_of('0') != std::string_view::npos;
}

std::uint8_t value_of(char digit) {
    return static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

}  // namespace

std::optional<TraceContext> TraceContext::parse(std::string_view traceparent) {
    if (traceparent.size() < kLength) return std::nullopt;
    const std::string_view version = traceparent.substr(0, 2);
    const std::string_view id = traceparent.substr(kIdAt, kIdLength);
    const std::string_view span = traceparent.substr(kSpanAt, 2 * kSpanBytes);
    const std::string_view flags = traceparent.substr(kFlagsAt, kFlagsLength);
    const bool has_dashes =
        traceparent[kIdAt - 1] == '-' && traceparent[kSpanAt - 1] == '-' && traceparent[kFlagsAt - 1] == '-';
    if (!has_dashes || !is_hex(version) || version == "ff" || !is_id(id) || !is_id(span) || !is_hex(flags))
        return std::nullopt;
    // Later versions may have more fields at the end.
    const bool is_first = version == "00";
    if (traceparent.size() > kLength && (is_first || traceparent[kLength] != '-')) return std::nullopt;

    TraceContext trace;
    const auto kept = static_cast<std::uint8_t>(value_of(flags[1]) & (is_first ? kKnownFlags : kSampled));
    char* const end = std::ranges::copy(id, trace.text_.data()).out;
    std::ranges::copy(std::array{'-', '0', static_cast<char>('0' + kept)}, end);
    return trace;
}

std::string next_traceparent(std::string_view trace) {
    const auto dash = trace.find('-');
    assert(dash != std::string_view::npos);
    std::array<std::uint8_t, kSpanBytes> span{};
    while (std::ranges::all_of(span, [](std::uint8_t byte) { return byte == 0; })) fill_random(span);
    std::string header = "00-";
    header.append(trace.substr(0, dash + 1)).append(to_hex(span)).append(trace.substr(dash));
    return header;
}

}  // namespace callboard
