#include "cli/log_file.h"

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace callboard::cli {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
    throw std::runtime_error("--log-file: cannot open " + file.string() + ": " + reason);
}

// The log names people and machines, and who can write to it can forge lines.
void require_private(const std::filesystem::path& file, int descriptor) {
    struct stat found{};
    if (::fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode)) fail(file, "it is not a regular file");
    if (found.st_uid != ::geteuid() && found.st_uid != 0) fail(file, "it belongs to another user");
    if ((found.st_mode & S_IRWXO) != 0) fail(file, "others have access to it; use chmod o= FILE");
}

FileDescriptor open_file(const std::filesystem::path& file) {
    constexpr auto kMode = S_IRUSR | S_IWUSR | S_IRGRP;
    // O_NONBLOCK: opening a pipe must not wait for its reader.
    constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    FileDescriptor opened{::open(file.c_str(), kFlags, kMode)};
    if (!opened.is_open() && errno == ELOOP) fail(file, "it is a symbolic link");
    const bool is_pipe = !opened.is_open() && errno == ENXIO;  // or a socket
    if (!opened.is_open() && !is_pipe) fail(file, std::generic_category().message(errno));
    if (is_pipe) fail(file, "it is not a regular file");
    require_private(file, opened.number());
    return opened;
}

}  // namespace

LogFile::LogFile(std::optional<std::filesystem::path> file) : file_(std::move(file)) {
    if (!file_) return;
    original_ = FileDescriptor{::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)};
    reopen();
}

LogFile::~LogFile() {
    if (original_.is_open()) ::dup2(original_.number(), STDERR_FILENO);
}

void LogFile::reopen() const {
    if (!file_) return;
    const FileDescriptor opened = open_file(*file_);
    if (::dup2(opened.number(), STDERR_FILENO) < 0) fail(*file_, std::generic_category().message(errno));
}

}  // namespace callboard::cli
