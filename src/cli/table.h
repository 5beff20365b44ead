// Lists as tables: aligned for people, separated by tabs for programs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/value.h"

namespace callboard::cli {

// A header and a line for each item. Columns that hold lists are cut where the table would be wider than
// `width`; everything else, ids above all, is printed whole.
std::string aligned_table(const std::vector<Fields>& items, std::size_t width);

// The same with the names of the JSON members as header, a tab between two columns and nothing cut.
std::string tab_separated(const std::vector<Fields>& items);

}  // namespace callboard::cli
