// What tells the servers of one database apart: a name that stays with the data directory.
#pragma once

#include <filesystem>
#include <string>

namespace callboard::app {

// From node.id in the folder, made when it is missing. Only whoever holds the folder's lock may ask.
std::string node_name(const std::filesystem::path& data_dir);

}  // namespace callboard::app
