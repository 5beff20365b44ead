#include "base/id_source.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string_view>

#include "base/encoding.h"
#include "base/random.h"

namespace callboard {
namespace {

// The first four bytes tell the second of creation, as in the ids that the API's users know.
std::string hex24(Timestamp now) {
    std::array<std::uint8_t, 12> bytes{};
    fill_random(bytes);
    const auto seconds = static_cast<std::uint32_t>(now.ms / 1000);
    for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(seconds >> (8 * (3 - i)));
    return to_hex(bytes);
}

// Fifteen digits: unguessable, and still exact as a number in JavaScript.
std::string digits() {
    constexpr std::uint64_t kFirst = 100'000'000'000'000;
    return std::to_string(kFirst + random_below(9 * kFirst));
}

}  // namespace

std::string IdSource::text(IdForm form, Timestamp now) {
    switch (form) {
        case IdForm::uuid: return uuid(now);
        case IdForm::hex24: return hex24(now);
        case IdForm::hex32: return random_text(32, "0123456789abcdef");
        case IdForm::digits: return digits();
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

std::string IdSource::uuid(Timestamp now) {
    const std::uint64_t earliest = static_cast<std::uint64_t>(now.ms) << 12;
    std::uint64_t last = last_.load(std::memory_order_relaxed);
    std::uint64_t mine = 0;
    do {
        mine = std::max(earliest, last + 1);
    } while (!last_.compare_exchange_weak(last, mine, std::memory_order_relaxed));

    std::array<std::uint8_t, 16> bytes{};
    fill_random(std::span{bytes}.subspan(8));
    const std::uint64_t ms = mine >> 12;
    for (std::size_t i = 0; i < 6; ++i) bytes[i] = static_cast<std::uint8_t>(ms >> (8 * (5 - i)));
    bytes[6] = static_cast<std::uint8_t>(0x70 | ((mine >> 8) & 0x0f));
    bytes[7] = static_cast<std::uint8_t>(mine);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);

    std::string out = to_hex(bytes);
    for (const std::size_t at : {8U, 13U, 18U, 23U}) out.insert(at, 1, '-');
    return out;
}

}  // namespace callboard
