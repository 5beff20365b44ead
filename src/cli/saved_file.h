// A file that a command writes where the operator wants it: under another name until it is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

namespace callboard::cli {

// Throws when there is something of that name already, unless it may be replaced; and when there is no folder
// for it.
void require_free(const std::filesystem::path& target, bool may_replace);

// A copy of a file that must have this size. `progress` is told how many bytes are copied, of how many. How
// many it were.
std::int64_t save_copy(const std::filesystem::path& source, std::int64_t size,
                       const std::filesystem::path& target, bool may_replace, const std::stop_token& stop,
                       const std::function<void(std::int64_t done, std::int64_t total)>& progress);

}  // namespace callboard::cli
