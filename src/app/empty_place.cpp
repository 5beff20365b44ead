#include "app/empty_place.h"

#include <filesystem>
#include <initializer_list>

#include "app/data_dir.h"
#include "app/database_name.h"
#include "db/backup.h"

namespace callboard::app {

Error not_empty(const std::string& what) {
    return conflict("NOT_EMPTY", what + "; data is only put into an empty place");
}

void require_empty(const settings::Settings& settings) {
    if (settings.database) {
        const auto found = db::look_at_postgres(*settings.database);
        if (found.tables > 0)
            throw not_empty(database_name(settings) + " already has " + std::to_string(found.tables) +
                            " tables");
        return;
    }
    for (const char* const ending : {"", "-wal", "-shm", "-journal"}) {
        const std::filesystem::path file = std::filesystem::path{database_file(settings.data_dir)} += ending;
        if (std::filesystem::exists(std::filesystem::symlink_status(file)))
            throw not_empty(file.string() + " already exists");
    }
}

}  // namespace callboard::app
