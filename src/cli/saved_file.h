// A file that a command writes where the operator wants it: under another name until it is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

namespace callboard::cli {

// Throws when there is something of that name already, unless it may be replaced.
void require_free(const std::filesystem::path& target, bool may_replace);

// `progress` is told how many bytes are copied, of how many. How many it were.
std::int64_t save_copy(const std::filesystem::path& source, const std::filesystem::path& target,
                       const std::stop_token& stop,
                       const std::function<void(std::int64_t done, std::int64_t total)>& progress);

}  // namespace callboard::cli
