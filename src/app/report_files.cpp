#include "app/report_files.h"

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/data_dir.h"
#include "reports/file_folder.h"

namespace callboard::app {
namespace {

constexpr std::size_t kPieceSize = std::size_t{256} * 1024;

bool is_regular(const std::filesystem::path& file) {
    std::error_code gone;
    return std::filesystem::is_regular_file(std::filesystem::symlink_status(file, gone));
}

}  // namespace

std::vector<std::filesystem::path> complete_report_files(const settings::Settings& settings) {
    std::vector<std::filesystem::path> files;
    const std::filesystem::path folder = report_dir(settings);
    if (!std::filesystem::exists(folder)) return files;
    for (const reports::FoundFile& found : reports::files_in(folder))
        if (!found.is_part && reports::is_report_file_name(found.path.filename().string()) &&
            is_regular(found.path))
            files.push_back(found.path);
    return files;
}

RegularFile::RegularFile(std::filesystem::path file)
    : file_(std::move(file)),
      descriptor_(open(file_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {
    if (!descriptor_.is_open() && errno != ENOENT && errno != ELOOP && errno != ENXIO) fail();
}

bool RegularFile::exists() const {
    struct stat about{};
    return descriptor_.is_open() && fstat(descriptor_.number(), &about) == 0 && S_ISREG(about.st_mode);
}

void RegularFile::read(FunctionRef<void(std::string_view piece)> receive) const {
    std::vector<char> buffer(kPieceSize);
    for (;;) {
        const ssize_t count = ::read(descriptor_.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail();
        if (count == 0) return;
        receive({buffer.data(), static_cast<std::size_t>(count)});
    }
}

void RegularFile::fail() const {
    throw std::system_error{errno, std::generic_category(), "cannot read " + file_.string()};
}

}  // namespace callboard::app
