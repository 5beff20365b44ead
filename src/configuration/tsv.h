// Tab-separated values: a header line, then a line for each row. The first field of a row is its key.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/embedded.h"

namespace callboard::configuration {

using TsvRow = std::vector<std::string_view>;  // as many fields as there are columns, pointing into the text

// Throws std::logic_error, with the name of the file and the line, unless the header has exactly these
// columns, every row has a field for each of them, no field is empty, keys are ascending and unique, and the
// last line is complete.
std::vector<TsvRow> read_tsv(const EmbeddedFile& file, std::span<const std::string_view> columns);

}  // namespace callboard::configuration
