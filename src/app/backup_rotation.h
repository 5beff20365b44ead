// Backups in one folder, of which the newest are kept: callboard-20260501T020000Z.backup. Other files
// are never touched.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace callboard::app {

std::filesystem::path rotated_backup(const std::filesystem::path& folder, Timestamp now);

bool is_rotated_backup(std::string_view name);

// Removes all but `keep` backups, the newest ones by name and `made` in any case, and what interrupted
// backups have left. Returns the removed backups.
std::vector<std::filesystem::path> remove_old_backups(const std::filesystem::path& folder,
                                                      const std::filesystem::path& made, std::size_t keep);

}  // namespace callboard::app
