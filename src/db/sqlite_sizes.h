// How much memory a SQLite database uses.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include "db/db.h"
#include "db/engines.h"

namespace callboard::db {

struct SqliteSizes {
    std::size_t mapped = std::size_t{2} << 30U;  // bytes of the file that readers map into memory
    std::size_t reader_cache = std::size_t{8} * 1024 * 1024;  // bytes of each reader, for what is not mapped
    std::size_t writer_cache = std::size_t{32000} * 1024;
};

std::unique_ptr<Db> open_sqlite(const std::filesystem::path& file, const Environment& environment,
                                const SqliteSizes& sizes);

}  // namespace callboard::db
