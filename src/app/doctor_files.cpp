// Checks of the data directory, the folder of report files, the disk and the secrets key.
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "app/disk_latency.h"
#include "app/doctor_checks.h"
#include "app/secrets_key.h"

namespace callboard::app {
namespace {

using std::filesystem::path;

constexpr std::uintmax_t kMebibyte = std::uintmax_t{1024} * 1024;
constexpr std::uintmax_t kLeastDiskSpace = 100 * kMebibyte;
constexpr std::uintmax_t kLowDiskSpace = 1024 * kMebibyte;
constexpr std::chrono::milliseconds kSlowSync{30};

bool is_folder(const path& folder) {
    std::error_code error;
    return std::filesystem::is_directory(folder, error);
}

Check data_directory(const path& folder) {
    const std::string name = "data_directory";
    struct stat about{};
    if (stat(folder.c_str(), &about) != 0) {
        const std::string reason = std::generic_category().message(errno);
        return failed(name, folder.string() + " cannot be found: " + reason,
                      "check --data-dir; 'callboard serve' creates the directory");
    }
    if (!S_ISDIR(about.st_mode))
        return failed(name, folder.string() + " is a file, not a directory", "set --data-dir to a directory");
    if (access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
        return failed(name, folder.string() + " is not writable by this user",
                      "run as the user of the server, or make that user the owner of the directory");
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return warning(name, folder.string() + " is accessible to other users",
                       "chmod 700 " + folder.string());
    return passed(name, folder.string());
}

Check disk_space(const std::string& name, const path& folder) {
    std::error_code error;
    const auto space = std::filesystem::space(folder, error);
    if (error) return failed(name, folder.string() + ": " + error.message(), "check the file system");
    const std::string message =
        std::to_string(space.available / kMebibyte) + " MiB free at " + folder.string();
    const std::string remedy = "free disk space or move the directory to a larger disk";
    if (space.available < kLeastDiskSpace) return failed(name, message, remedy);
    if (space.available < kLowDiskSpace) return warning(name, message, remedy);
    return passed(name, message);
}

Check disk_latency(const path& folder) {
    try {
        return judged_latency(folder, sync_latency(folder));
    } catch (const std::system_error& error) {
        return failed("disk_latency", std::string{"a test file cannot be written: "} + error.what(),
                      "free disk space, and check that the file system is not mounted read-only");
    }
}

Check report_directory(const path& folder) {
    const std::string name = "report_directory";
    if (!is_folder(folder))
        return warning(name, folder.string() + " does not exist",
                       "'callboard serve' creates it; check --report-dir");
    if (access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
        return failed(name, folder.string() + " is not writable by this user",
                      "make the user of the server the owner of the directory");
    return passed(name, folder.string());
}

Check secrets_key(const settings::Settings& settings) {
    const std::string name = "secrets_key";
    try {
        if (find_secrets_key(settings)) return passed(name, "readable by its owner only");
    } catch (const std::runtime_error& error) {
        return failed(name, error.what(),
                      "restore the file and set its mode to 600 and its owner to the user of the server");
    }
    return warning(name, "there is no secrets.key in " + settings.data_dir.string(),
                   "if this installation has run before, restore the file from your backup before you start "
                   "the server; otherwise the first start creates it");
}

}  // namespace

Check judged_latency(const path& folder, std::chrono::microseconds latency) {
    const std::string message = std::to_string(latency.count() / 1000) + "." +
                                std::to_string(latency.count() / 100 % 10) + " ms to write durably at " +
                                folder.string();
    if (latency > kSlowSync)
        return warning("disk_latency", message + "; every change waits for that",
                       "move the data directory to a local SSD, or stop what else keeps the disk busy");
    return passed("disk_latency", message);
}

void check_files(const settings::Settings& settings, std::vector<Check>& checks) {
    checks.push_back(data_directory(settings.data_dir));
    if (is_folder(settings.data_dir)) {
        checks.push_back(disk_space("disk_space", settings.data_dir));
        // With PostgreSQL, changes wait for its disk and not for this one.
        if (!settings.database && access(settings.data_dir.c_str(), W_OK | X_OK) == 0)
            checks.push_back(disk_latency(settings.data_dir));
    }
    if (settings.report_dir) {
        checks.push_back(report_directory(*settings.report_dir));
        if (is_folder(*settings.report_dir))
            checks.push_back(disk_space("report_disk_space", *settings.report_dir));
    }
    checks.push_back(secrets_key(settings));
}

}  // namespace callboard::app
