#include "base/random.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include "base/encoding.h"
#include "base/error.h"

namespace callboard {
namespace {

// A call of OpenSSL costs about a microsecond at any size, so each thread buffers random bytes.
class Reserve {
  public:
    Reserve() = default;
    Reserve(const Reserve&) = delete;
    Reserve& operator=(const Reserve&) = delete;
    ~Reserve() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

    void take(std::span<std::uint8_t> into) {
        if (into.size() > bytes_.size()) return draw(into);
        if (into.size() > bytes_.size() - used_) {
            draw(bytes_);
            used_ = 0;
        }
        std::memcpy(into.data(), bytes_.data() + used_, into.size());
        OPENSSL_cleanse(bytes_.data() + used_, into.size());
        used_ += into.size();
    }

  private:
    static void draw(std::span<std::uint8_t> into) {
        if (RAND_bytes(into.data(), static_cast<int>(into.size())) != 1) throw internal("no randomness");
    }

    std::array<std::uint8_t, 2048> bytes_{};
    std::size_t used_ = bytes_.size();
};

}  // namespace

void fill_random(std::span<std::uint8_t> bytes) {
    thread_local Reserve reserve;
    reserve.take(bytes);
}

std::uint64_t random_below(std::uint64_t limit) {
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t fair = kMax - kMax % limit;  // rejection sampling: no modulo bias
    std::uint64_t drawn = 0;
    do {
        std::array<std::uint8_t, sizeof drawn> bytes{};
        fill_random(bytes);
        std::memcpy(&drawn, bytes.data(), sizeof drawn);
    } while (drawn >= fair);
    return drawn % limit;
}

std::string random_secret() {
    std::array<std::uint8_t, 32> bytes{};
    fill_random(bytes);
    return to_base64url(bytes);
}

std::string random_text(std::size_t length, std::string_view alphabet) {
    std::string text(length, '\0');
    std::ranges::generate(text, [&] { return alphabet[random_below(alphabet.size())]; });
    return text;
}

}  // namespace callboard
