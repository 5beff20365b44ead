// The names of the files in a ZIP archive, which DOCX and ODT documents are. Nothing is extracted.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/function_ref.h"

namespace callboard::files {

inline constexpr std::size_t kMostZipEntries = 10'000;

// Calls `visit` with each name of the central directory, in its order. Returns false if the archive is
// damaged, has more than kMostZipEntries files, or needs ZIP64.
bool list_zip(std::string_view archive, FunctionRef<void(std::string_view name)> visit);

// The content of the first file, if it is stored without compression and has this name.
std::string_view first_stored_file(std::string_view archive, std::string_view name);

}  // namespace callboard::files
