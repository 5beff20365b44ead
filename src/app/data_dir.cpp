#include "app/data_dir.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace callboard::app {
namespace {

void make_folder(const std::filesystem::path& folder, const std::string& what) {
    set_private_umask();
    std::error_code error;
    if (std::filesystem::exists(folder, error) && !std::filesystem::is_directory(folder, error))
        throw std::runtime_error("the " + what + " " + folder.string() + " is a file, not a directory");
    std::filesystem::create_directories(folder, error);
    if (error)
        throw std::runtime_error("cannot create the " + what + " " + folder.string() + ": " +
                                 error.message());
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        throw std::runtime_error("cannot write to the " + what + " " + folder.string() + ": " +
                                 std::generic_category().message(errno));
}

}  // namespace

void set_private_umask() {
    umask(S_IRWXG | S_IRWXO);
}

void prepare_data_dir(const std::filesystem::path& folder) {
    make_folder(folder, "data directory");
}

std::filesystem::path report_dir(const settings::Settings& settings) {
    return settings.report_dir.value_or(settings.data_dir / "reports");
}

std::filesystem::path prepare_report_dir(const settings::Settings& settings) {
    const std::filesystem::path folder = report_dir(settings);
    make_folder(folder, "report directory");
    return folder;
}

std::filesystem::path database_file(const std::filesystem::path& folder) {
    return folder / "callboard.db";
}

void require_own_database_file(const std::filesystem::path& folder) {
    const std::filesystem::path file = database_file(folder);
    std::error_code error;
    if (!std::filesystem::is_symlink(file, error)) return;
    throw conflict("LINKED_DATABASE",
                   file.string() +
                       " is a symbolic link, and others that use the file in its own directory would not be "
                       "noticed; stop them, and give the directory that contains the file itself");
}

DataDirLock::DataDirLock(const std::filesystem::path& folder) {
    const std::string path = folder / "server.lock";
    file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file_ < 0)
        throw std::runtime_error("cannot open " + path + ": " + std::generic_category().message(errno));
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    close(file_);
    throw std::runtime_error("another server uses the data directory " + folder.string() +
                             "; stop it, or use another --data-dir");
}

DataDirLock::~DataDirLock() {
    close(file_);
}

}  // namespace callboard::app
