#include "app/backup.h"

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/data_dir.h"
#include "base/error.h"
#include "db/backup.h"

namespace callboard::app {
namespace {

using std::filesystem::path;

std::runtime_error failure(const std::string& what, const path& file) {
    const int error = errno;
    return std::runtime_error("cannot " + what + " " + file.string() + ": " +
                              std::generic_category().message(error));
}

Error taken(const path& target) {
    return conflict("OUTPUT_EXISTS",
                    target.string() + " already exists and is not overwritten; choose another name");
}

// TARGET.partial, which belongs to this process alone as long as the object lives, and is removed with it
// unless it was kept. What an interrupted backup left there is overwritten.
class PartialFile {
  public:
    explicit PartialFile(const path& target) : target_(target), path_(target.string() + ".partial") {
        constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;
        file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kOwnerOnly);
        if (file_ < 0) throw failure("create", path_);
        try {
            if (flock(file_, LOCK_EX | LOCK_NB) != 0)
                throw conflict("BACKUP_RUNNING", "another backup is writing " + path_.string());
            if (fchmod(file_, kOwnerOnly) != 0 || ftruncate(file_, 0) != 0) throw failure("prepare", path_);
        } catch (const std::exception&) {
            close(file_);
            throw;
        }
    }
    ~PartialFile() {
        if (!kept_) unlink(path_.c_str());
        close(file_);
    }
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    const path& name() const { return path_; }

    // Its size.
    std::int64_t keep() {
        struct stat about{};
        if (fsync(file_) != 0 || fstat(file_, &about) != 0) throw failure("write", path_);
        if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) != 0) {
            if (errno == EEXIST) throw taken(target_);
            throw failure("rename", path_);
        }
        kept_ = true;
        sync_folder();
        return about.st_size;
    }

  private:
    void sync_folder() const {
        const path folder = target_.parent_path();
        const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (opened < 0) throw failure("open", folder);
        const bool done = fsync(opened) == 0;
        close(opened);
        if (!done) throw failure("write", folder);
    }

    const path target_;
    const path path_;
    int file_ = -1;
    bool kept_ = false;
};

}  // namespace

Backup back_up(const settings::Settings& settings, const path& wanted) {
    const path target = std::filesystem::absolute(wanted);
    if (std::filesystem::exists(std::filesystem::symlink_status(target))) throw taken(target);
    const path database = database_file(settings.data_dir);
    if (!settings.database && !std::filesystem::exists(database))
        throw not_found("NO_DATABASE", "there is no database " + database.string() + " to back up");
    PartialFile partial{target};
    if (settings.database) {
        db::dump_postgres(*settings.database, partial.name());
    } else {
        db::copy_sqlite(database, partial.name());
    }
    return {.bytes = partial.keep(), .engine = settings.database ? "postgresql" : "sqlite"};
}

}  // namespace callboard::app
