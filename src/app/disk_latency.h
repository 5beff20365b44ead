// How long a disk takes to make a small write durable.
#pragma once

#include <chrono>
#include <filesystem>

namespace callboard::app {

// The median of a few writes with fdatasync to a temporary file in the folder, which leaves nothing behind.
// Throws std::system_error if the folder cannot be written.
std::chrono::microseconds sync_latency(const std::filesystem::path& folder);

}  // namespace callboard::app
