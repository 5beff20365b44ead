// Stream sockets with a name in a folder (AF_UNIX), also if the path is longer than such addresses allow (107
// bytes). The functions throw std::system_error.
#pragma once

#include <filesystem>
#include <string>

#include "base/file_descriptor.h"

namespace callboard {

// Replaces a socket that a killed process has left; only its owner can connect. Accepting does not block.
FileDescriptor listen_in(const std::filesystem::path& folder, const std::string& name);

FileDescriptor connect_in(const std::filesystem::path& folder, const std::string& name);

}  // namespace callboard
