#include "base/id_source.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <span>
#include <utility>

#include "base/encoding.h"
#include "base/random.h"

namespace callboard {
namespace {

// The first four bytes are the creation time in seconds, as in the ids that users of the API know.
std::string hex24(Timestamp now) {
    std::array<std::uint8_t, 12> bytes{};
    fill_random(bytes);
    const auto seconds = static_cast<std::uint32_t>(now.ms / 1000);
    for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(seconds >> (8 * (3 - i)));
    return to_hex(bytes);
}

void put_time(std::array<std::uint8_t, 16>& uuid, std::uint64_t ms) {
    for (std::size_t i = 0; i < 6; ++i) uuid[i] = static_cast<std::uint8_t>(ms >> (8 * (5 - i)));
}

std::string with_dashes(const std::array<std::uint8_t, 16>& uuid) {
    std::string out(36, '-');
    const std::string hex = to_hex(uuid);
    std::size_t from = 0;
    for (const auto [at, length] : {std::pair{0U, 8U}, {9U, 4U}, {14U, 4U}, {19U, 4U}, {24U, 12U}}) {
        hex.copy(out.data() + at, length, from);
        from += length;
    }
    return out;
}

// Fifteen random digits: below 2^53, so exact as a number in JavaScript.
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
    put_time(bytes, mine >> 12);
    bytes[6] = static_cast<std::uint8_t>(0x70 | ((mine >> 8) & 0x0f));
    bytes[7] = static_cast<std::uint8_t>(mine);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);

    return with_dashes(bytes);
}

std::string first_uuid_of(Timestamp when) {
    std::array<std::uint8_t, 16> bytes{};
    put_time(bytes, static_cast<std::uint64_t>(when.ms));
    return with_dashes(bytes);
}

Timestamp time_of_uuid(std::string_view uuid) {
    const std::string digits = std::string{uuid.substr(0, 8)}.append(uuid.substr(9, 4));
    Timestamp time;
    std::from_chars(digits.data(), digits.data() + digits.size(), time.ms, 16);
    return time;
}

}  // namespace callboard
