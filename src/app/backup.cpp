#include "app/backup.h"

#include <string>

#include "app/data_dir.h"
#include "base/error.h"
#include "base/partial_file.h"
#include "db/backup.h"

namespace callboard::app {
namespace {

using std::filesystem::path;

Error taken(const path& target) {
    return conflict("OUTPUT_EXISTS",
                    target.string() + " already exists and is not overwritten; choose another name");
}

}  // namespace

Backup back_up(const settings::Settings& settings, const path& wanted) {
    const path target = std::filesystem::absolute(wanted);
    if (std::filesystem::exists(std::filesystem::symlink_status(target))) throw taken(target);
    const path database = database_file(settings.data_dir);
    if (!settings.database && !std::filesystem::exists(database))
        throw not_found("NO_DATABASE", "there is no database " + database.string() + " to back up");
    try {
        PartialFile partial{target, PartialFile::Writers::one};
        if (settings.database) {
            db::dump_postgres(*settings.database, partial.path());
        } else {
            db::copy_sqlite(database, partial.path());
        }
        return {.bytes = partial.finish(PartialFile::Existing::keep),
                .engine = settings.database ? "postgresql" : "sqlite"};
    } catch (const FileBusy&) {
        throw conflict("BACKUP_RUNNING", "another backup is writing " + target.string() + ".partial");
    } catch (const FileExists&) {
        throw taken(target);
    }
}

}  // namespace callboard::app
