#include "base/totp.h"

#include <array>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/constant_time.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/random.h"

namespace callboard {
namespace {

constexpr std::size_t kKeySize = 20;
constexpr std::int64_t kStepMs = 30'000;
constexpr std::size_t kDigits = 6;
constexpr std::uint32_t kCodes = 1'000'000;

using Sha1 = std::array<std::uint8_t, 20>;

Sha1 hmac_sha1(const Secret& key, const std::array<std::uint8_t, 8>& text) {
    Sha1 code{};
    unsigned size = 0;
    const std::string_view bytes = key.reveal();
    if (!HMAC(EVP_sha1(), bytes.data(), static_cast<int>(bytes.size()), text.data(), text.size(), code.data(),
              &size) ||
        size != code.size())
        throw internal("HMAC-SHA1 failed");
    return code;
}

}  // namespace

Secret new_totp_key() {
    std::string bytes(kKeySize, '\0');
    fill_random({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
    return Secret{std::move(bytes)};
}

std::string to_base32(std::string_view bytes) {
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    std::string text;
    std::uint32_t buffer = 0;
    int bits = 0;
    for (const char each : bytes) {
        buffer = (buffer << 8) | static_cast<unsigned char>(each);
        for (bits += 8; bits >= 5; bits -= 5) text += kAlphabet[(buffer >> (bits - 5)) & 31];
    }
    if (bits > 0) text += kAlphabet[(buffer << (5 - bits)) & 31];
    return text;
}

Secret totp_uri(const Secret& key, std::string_view issuer, std::string_view account) {
    const std::string name = percent_encode(issuer);
    return Secret{"otpauth://totp/" + name + ":" + percent_encode(account) +
                  "?secret=" + to_base32(key.reveal()) + "&issuer=" + name};
}

// Dynamic truncation (RFC 4226, section 5.3).
std::string totp_at(const Secret& key, std::int64_t step) {
    std::array<std::uint8_t, 8> counter{};
    for (std::size_t i = 0; i < counter.size(); ++i)
        counter[i] = static_cast<std::uint8_t>(step >> (8 * (counter.size() - 1 - i)));
    const Sha1 code = hmac_sha1(key, counter);
    const std::size_t at = code.back() & 15;
    const std::uint32_t number = (std::uint32_t{code[at]} & 0x7f) << 24 | std::uint32_t{code[at + 1]} << 16 |
                                 std::uint32_t{code[at + 2]} << 8 | std::uint32_t{code[at + 3]};
    const std::string digits = std::to_string(number % kCodes);
    return std::string(kDigits - digits.size(), '0') + digits;
}

std::int64_t totp_step(Timestamp time) {
    return time.ms / kStepMs;
}

std::optional<std::int64_t> matching_step(const Secret& key, std::string_view code, Timestamp now,
                                          std::int64_t last_used) {
    std::optional<std::int64_t> found;
    for (std::int64_t step = totp_step(now) - 1; step <= totp_step(now) + 1; ++step)
        if (equal_in_constant_time(totp_at(key, step), code) && step > last_used) found = step;
    return found;
}

}  // namespace callboard
