// Files with a key or a passphrase.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/secret.h"

namespace callboard {

// The content without a line feed at its end. `what` names the file in messages, such as "the secrets key".
// Throws std::runtime_error, with the name of the file, if it is missing, is not a regular file, is
// accessible to users other than its owner, or is larger than `most` bytes.
Secret read_secret_file(const std::filesystem::path& file, const std::string& what, std::size_t most);

// The error for other reasons why the file cannot be used.
[[noreturn]] void refuse_secret_file(const std::filesystem::path& file, const std::string& what,
                                     const std::string& reason);

}  // namespace callboard
