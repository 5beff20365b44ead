// The secrets key that several servers of one database share.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "support/program.h"
#include "support/temporary_folder.h"

namespace callboard::test {

// Writes a key that consists of this digit, readable by its owner only.
inline std::string secrets_key_file(const std::filesystem::path& file, char digit) {
    std::ofstream{file} << std::string(64, digit) << "\n";
    std::filesystem::permissions(file,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    return file;
}

inline Arguments with_shared_key(const TemporaryFolder& folder, Arguments flags) {
    const std::filesystem::path file = folder.path() / "shared.key";
    if (!std::filesystem::exists(file)) secrets_key_file(file, 'a');
    flags.insert(flags.end(), {"--secrets-key-file", file});
    return flags;
}

}  // namespace callboard::test
