// Lists as tables: aligned for a terminal, tab-separated otherwise.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/value.h"

namespace callboard::cli {

// A header and a line for each item. Columns with lists are truncated if the table exceeds `width`; all
// others, such as ids, are complete.
std::string aligned_table(const std::vector<Fields>& items, std::size_t width);

// The same with the JSON member names as header, tabs as separators and without truncation.
std::string tab_separated(const std::vector<Fields>& items);

}  // namespace callboard::cli
