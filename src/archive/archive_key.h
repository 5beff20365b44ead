// The keys of an encrypted archive, derived from a passphrase or a random key in a file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/secret.h"

namespace callboard::archive {

// Throws std::runtime_error, with the name of the file, if it is unsuitable: shorter than 16 bytes, or
// accessible to others.
Secret read_passphrase(const std::filesystem::path& file);

struct ArchiveKeys {
    Secret content;  // encrypts
    Secret header;   // authenticates the header, and shows a wrong passphrase before anything is decrypted
};

std::string new_salt();  // hexadecimal

// argon2id, which takes 64 MiB and a tenth of a second: a short passphrase is expensive to guess.
ArchiveKeys derive_keys(const Secret& passphrase, std::string_view salt);

}  // namespace callboard::archive
