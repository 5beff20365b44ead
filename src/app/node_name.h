// Identifies the servers of one database: a name that is stored in the data directory.
#pragma once

#include <filesystem>
#include <string>

namespace callboard::app {

// Reads node.id in the folder, or creates it. The caller must hold the folder's lock.
std::string node_name(const std::filesystem::path& data_dir);

}  // namespace callboard::app
