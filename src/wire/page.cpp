#include "wire/page.h"

#include <charconv>

#include "base/digest.h"
#include "base/encoding.h"

namespace callboard::wire {
namespace {

constexpr std::size_t kTagBytes = 9;

std::string tag(std::string_view position, std::string_view bound_to) {
    std::string all{position};
    all += '\0';
    all += bound_to;
    const Sha256 digest = sha256(all);
    return {digest.begin(), digest.begin() + kTagBytes};
}

}  // namespace

std::string make_cursor(std::string_view position, std::string_view bound_to) {
    return to_base64url(tag(position, bound_to) + std::string{position});
}

std::optional<std::string> read_cursor(std::string_view cursor, std::string_view bound_to) {
    const auto bytes = from_base64url(cursor);
    if (!bytes || bytes->size() <= kTagBytes) return std::nullopt;
    std::string position = bytes->substr(kTagBytes);
    if (bytes->compare(0, kTagBytes, tag(position, bound_to)) != 0) return std::nullopt;
    return position;
}

std::string Position::text() const {
    return std::to_string(time.ms) + "," + id;
}

std::optional<Position> Position::parse(std::string_view text) {
    const auto comma = text.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const char* const number_end = text.data() + comma;
    std::int64_t ms = 0;
    const auto [stop, error] = std::from_chars(text.data(), number_end, ms);
    if (error != std::errc{} || stop != number_end) return std::nullopt;
    return Position{.time = {ms}, .id = std::string{text.substr(comma + 1)}};
}

}  // namespace callboard::wire
