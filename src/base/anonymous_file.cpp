#include "base/anonymous_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"

namespace callboard {
namespace {

[[noreturn]] void fail(std::string_view doing) {
    throw unavailable("a temporary file: " + std::string{doing} + ": " +
                      std::generic_category().message(errno));
}

// O_TMPFILE, or a file that is unlinked immediately if the file system does not support it.
FileDescriptor nameless_file(const std::filesystem::path& folder) {
    const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0) return FileDescriptor{file};
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return {};
    std::string name = folder / ".spool-XXXXXX";
    const int named = mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) unlink(name.c_str());
    return FileDescriptor{named};
}

}  // namespace

std::uint64_t AnonymousFile::append(std::string_view bytes) {
    if (!file_.is_open()) file_ = nameless_file(folder_);
    if (!file_.is_open()) fail("making a file in " + folder_.string());
    const std::uint64_t begin = size_;
    while (!bytes.empty()) {
        const ssize_t written = pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("writing");
        bytes.remove_prefix(static_cast<std::size_t>(written));
        size_ += static_cast<std::uint64_t>(written);
    }
    return begin;
}

std::string AnonymousFile::read(std::uint64_t offset, std::size_t most) const {
    std::string bytes;
    if (offset >= size_) return bytes;
    const std::size_t wanted = std::min<std::uint64_t>(most, size_ - offset);
    bytes.resize(wanted);
    for (std::size_t got = 0; got < wanted;) {
        const ssize_t more =
            pread(file_.number(), bytes.data() + got, wanted - got, static_cast<off_t>(offset + got));
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) fail("reading");
        got += static_cast<std::size_t>(more);
    }
    return bytes;
}

AnonymousFile::View::View(const AnonymousFile& file) : size_(file.size_) {
    if (size_ == 0) return;  // nothing can be mapped
    void* const mapped = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.file_.number(), 0);
    if (mapped == MAP_FAILED) fail("mapping");
    data_ = static_cast<const char*>(mapped);
}

AnonymousFile::View::~View() {
    // The parameter is void*, and the mapping is read-only.
    if (data_) munmap(const_cast<char*>(data_), size_);
}

}  // namespace callboard
