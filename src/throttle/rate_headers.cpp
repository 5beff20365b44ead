#include "throttle/rate_headers.h"

#include <array>
#include <charconv>
#include <string_view>

namespace callboard::throttle {
namespace {

void append(std::string& lines, std::string_view before, std::uint32_t number) {
    std::array<char, 10> digits{};
    const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
    lines.append(before).append(digits.data(), end);
}

}  // namespace

void append_headers(std::string& lines, const std::optional<Share>& rate, const std::optional<Share>& concurrency) {
    if (rate) {
        append(lines, "X-RateLimit-Limit: ", rate->limit);
        append(lines, "\r\nX-RateLimit-Remaining: ", rate->remaining);
        lines += "\r\n";
    }
    if (concurrency) {
        append(lines, "X-RateLimit-Concurrent-Limit: ", concurrency->limit);
        append(lines, "\r\nX-RateLimit-Concurrent-Remaining: ", concurrency->remaining);
        lines += "\r\n";
    }
    if (!rate && !concurrency) return;
    const std::string_view comma = rate && concurrency ? ", " : "";
    lines += "RateLimit-Policy: ";
    if (rate) {
        lines.append("\"").append(name_of(rate->policy));
        append(lines, "\";q=", rate->limit);
        append(lines, ";w=", rate->seconds);
    }
    lines += comma;
    if (concurrency) {
        lines.append("\"").append(name_of(concurrency->policy));
        append(lines, ".concurrent\";qu=\"concurrent-requests\";q=", concurrency->limit);
    }
    lines += "\r\nRateLimit: ";
    if (rate) {
        lines.append("\"").append(name_of(rate->policy));
        append(lines, "\";r=", rate->remaining);
        append(lines, ";t=", rate->seconds);
    }
    lines += comma;
    if (concurrency) {
        lines.append("\"").append(name_of(concurrency->policy));
        append(lines, ".concurrent\";r=", concurrency->remaining);
    }
    lines += "\r\n";
}

}  // namespace callboard::throttle
