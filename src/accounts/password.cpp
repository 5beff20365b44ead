#include "accounts/password.h"

#include <array>

#include <argon2.h>

#include "base/encoding.h"
#include "base/error.h"
#include "base/random.h"

namespace callboard::accounts {
namespace {

constexpr std::uint32_t kPasses = 4;
constexpr std::uint32_t kKibibytes = 19'456;
constexpr std::uint32_t kLanes = 1;
constexpr std::size_t kSaltBytes = 16;
constexpr std::size_t kHashBytes = 32;

}  // namespace

std::string hash_password(const Secret& password) {
    std::array<std::uint8_t, kSaltBytes> salt{};
    fill_random(salt);
    std::string encoded(argon2_encodedlen(kPasses, kKibibytes, kLanes, kSaltBytes, kHashBytes, Argon2_id),
                        '\0');
    const int result =
        argon2id_hash_encoded(kPasses, kKibibytes, kLanes, password.reveal().data(), password.reveal().size(),
                              salt.data(), salt.size(), kHashBytes, encoded.data(), encoded.size());
    if (result != ARGON2_OK) throw internal(std::string{"argon2: "} + argon2_error_message(result));
    encoded.resize(encoded.find('\0'));
    return encoded;
}

bool is_good_password(const Secret& password) {
    const std::size_t length = count_characters(password.reveal());
    return length >= kShortestPassword && length <= kLongestPassword;
}

bool is_password(const Secret& guess, const std::string& hash) {
    return argon2id_verify(hash.c_str(), guess.reveal().data(), guess.reveal().size()) == ARGON2_OK;
}

const std::string& nobodys_password_hash() {
    static const std::string hash = hash_password(generate_password());
    return hash;
}

Secret generate_password() {
    constexpr std::string_view kUnmistakable = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    return Secret{random_text(20, kUnmistakable)};
}

}  // namespace callboard::accounts
