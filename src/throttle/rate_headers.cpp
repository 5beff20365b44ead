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

void append_policies(std::string& lines, const std::optional<Share>& rate,
                     const std::optional<Share>& concurrency) {
    lines += "RateLimit-Policy: ";
    if (rate) {
        lines.append("\"").append(name_of(rate->policy));
        append(lines, "\";q=", rate->limit);
        append(lines, ";w=", rate->seconds);
    }
    if (concurrency) {
        lines.append(rate ? ", \"" : "\"").append(name_of(concurrency->policy));
        append(lines, ".concurrent\";qu=\"concurrent-requests\";q=", concurrency->limit);
    }
}

void append_remaining(std::string& lines, const std::optional<Share>& rate,
                      const std::optional<Share>& concurrency) {
    lines += "\r\nRateLimit: ";
    if (rate) {
        lines.append("\"").append(name_of(rate->policy));
        append(lines, "\";r=", rate->remaining);
        append(lines, ";t=", rate->seconds);
    }
    if (concurrency) {
        lines.append(rate ? ", \"" : "\"").append(name_of(concurrency->policy));
        append(lines, ".concurrent\";r=", concurrency->remaining);
    }
    lines += "\r\n";
}

// Into a string that is used again and so keeps its memory.
void render(std::string& lines, const std::optional<Share>& rate, const std::optional<Share>& concurrency) {
    lines.clear();
    lines.reserve(384);
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
    append_policies(lines, rate, concurrency);
    append_remaining(lines, rate, concurrency);
}

struct CachedLines {
    std::optional<Share> rate;
    std::optional<Share> concurrency;
    std::string lines;
};

}  // namespace

// The same few combinations recur, so they are cached: formatting them would be most of the cost of
// throttling.
void append_headers(std::string& lines, const std::optional<Share>& rate,
                    const std::optional<Share>& concurrency) {
    constexpr std::size_t kSide = 16;
    thread_local std::array<CachedLines, kSide * kSide> all_kept;
    const std::size_t row = rate ? rate->remaining % kSide : 0;
    const std::size_t column = concurrency ? concurrency->remaining % kSide : 0;
    CachedLines& kept = all_kept[row * kSide + column];
    if (kept.rate != rate || kept.concurrency != concurrency) {
        render(kept.lines, rate, concurrency);
        kept.rate = rate;
        kept.concurrency = concurrency;
    }
    lines += kept.lines;
}

}  // namespace callboard::throttle
