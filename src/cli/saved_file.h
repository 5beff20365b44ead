// Writes an output file of a command: under a temporary name until it is complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

namespace callboard::cli {

// Throws if the target exists, unless it may be replaced, or if its folder does not exist.
void require_free(const std::filesystem::path& target, bool may_replace);

// Copies a file, which must have this size, and returns the number of bytes. Calls `progress` with the copied
// bytes and the total.
std::int64_t save_copy(const std::filesystem::path& source, std::int64_t size,
                       const std::filesystem::path& target, bool may_replace, const std::stop_token& stop,
                       const std::function<void(std::int64_t done, std::int64_t total)>& progress);

}  // namespace callboard::cli
