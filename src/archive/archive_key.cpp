#include "archive/archive_key.h"

#include <array>
#include <cstdint>

#include <argon2.h>

#include "base/aes_gcm.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/random.h"
#include "base/secret_file.h"

namespace callboard::archive {
namespace {

constexpr auto kWhat = "the key file";
constexpr std::size_t kShortest = 16;
constexpr std::size_t kLongest = 1024;

// Part of the format, not of the header: an archive cannot ask for more memory.
constexpr std::uint32_t kPasses = 3;
constexpr std::uint32_t kKibibytes = 64 * 1024;
constexpr std::uint32_t kLanes = 1;
constexpr std::size_t kSaltSize = 16;

}  // namespace

Secret read_passphrase(const std::filesystem::path& file) {
    Secret passphrase = read_secret_file(file, kWhat, kLongest);
    if (passphrase.reveal().size() < kShortest)
        refuse_secret_file(file, kWhat,
                           "it has fewer than " + std::to_string(kShortest) +
                               " bytes; 'openssl rand -hex 32' generates a key");
    return passphrase;
}

std::string new_salt() {
    std::array<std::uint8_t, kSaltSize> salt{};
    fill_random(salt);
    return to_hex(salt);
}

ArchiveKeys derive_keys(const Secret& passphrase, std::string_view salt) {
    std::string derived(2 * aes_gcm::kKeySize, '\0');
    const auto text = passphrase.reveal();
    if (argon2id_hash_raw(kPasses, kKibibytes, kLanes, text.data(), text.size(), salt.data(), salt.size(),
                          derived.data(), derived.size()) != ARGON2_OK)
        throw internal("argon2id failed");
    const Secret both{std::move(derived)};
    return {.content = Secret{std::string{both.reveal().substr(0, aes_gcm::kKeySize)}},
            .header = Secret{std::string{both.reveal().substr(aes_gcm::kKeySize)}}};
}

}  // namespace callboard::archive
