#include "base/constant_time.h"

#include <cstddef>

#include <openssl/crypto.h>

namespace callboard {
namespace {

bool equal(const void* a, std::size_t size_of_a, const void* b, std::size_t size_of_b) {
    return size_of_a == size_of_b && CRYPTO_memcmp(a, b, size_of_a) == 0;
}

}  // namespace

bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    return equal(a.data(), a.size(), b.data(), b.size());
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
    return equal(a.data(), a.size(), b.data(), b.size());
}

}  // namespace callboard
