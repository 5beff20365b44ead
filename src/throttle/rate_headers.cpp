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

std::string rendered(const std::optional<Share>& rate, const std::optional<Share>& concurrency) {
    std::string lines;
    std::string policies;
    std::string left;
    if (rate) {
        append(lines, "X-RateLimit-Limit: ", rate->limit);
        append(lines, "\r\nX-RateLimit-Remaining: ", rate->remaining);
        lines += "\r\n";
        const std::string name = '"' + std::string{name_of(rate->policy)} + '"';
        append(policies, name + ";q=", rate->limit);
        append(policies, ";w=", rate->seconds);
        append(left, name + ";r=", rate->remaining);
        append(left, ";t=", rate->seconds);
    }
    if (concurrency) {
        append(lines, "X-RateLimit-Concurrent-Limit: ", concurrency->limit);
        append(lines, "\r\nX-RateLimit-Concurrent-Remaining: ", concurrency->remaining);
        lines += "\r\n";
        const std::string comma = rate ? ", " : "";
        const std::string name = comma + '"' + std::string{name_of(concurrency->policy)} + ".concurrent\"";
        append(policies, name + ";qu=\"concurrent-requests\";q=", concurrency->limit);
        append(left, name + ";r=", concurrency->remaining);
    }
    if (policies.empty()) return lines;
    return lines + "RateLimit-Policy: " + policies + "\r\nRateLimit: " + left + "\r\n";
}

struct Kept {
    std::optional<Share> rate;
    std::optional<Share> concurrency;
    std::string lines;
};

}  // namespace

// They are the same few again and again: putting them together each time would be most of what throttling
// costs.
void append_headers(std::string& lines, const std::optional<Share>& rate,
                    const std::optional<Share>& concurrency) {
    constexpr std::size_t kSide = 16;
    thread_local std::array<Kept, kSide * kSide> all_kept;
    const std::size_t row = rate ? rate->remaining % kSide : 0;
    const std::size_t column = concurrency ? concurrency->remaining % kSide : 0;
    Kept& kept = all_kept[row * kSide + column];
    if (kept.rate != rate || kept.concurrency != concurrency)
        kept = {.rate = rate, .concurrency = concurrency, .lines = rendered(rate, concurrency)};
    lines += kept.lines;
}

}  // namespace callboard::throttle
