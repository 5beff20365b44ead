#include "base/spool.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "base/error.h"

namespace callboard {
namespace {

[[noreturn]] void fail(std::string_view doing) {
    throw unavailable("a large response cannot be kept: " + std::string{doing} + ": " +
                      std::generic_category().message(errno));
}

// O_TMPFILE, or a file that is unlinked immediately if the file system does not support it.
int nameless_file(const std::filesystem::path& folder) {
    const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
    std::string name = folder / ".spool-XXXXXX";
    const int named = mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) unlink(name.c_str());
    return named;
}

}  // namespace

Spool::~Spool() {
    if (file_ >= 0) close(file_);
}

void Spool::append(std::string_view bytes) {
    buffer_ += bytes;
    size_ += bytes.size();
    if (buffer_.size() > kInMemory) write_out();
}

void Spool::write_out() {
    if (file_ < 0) file_ = nameless_file(folder_);
    if (file_ < 0) fail("making a file in " + folder_.string());
    for (std::string_view rest = buffer_; !rest.empty();) {
        const ssize_t written = write(file_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("writing");
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
}

bool Spool::take(std::string& piece, std::size_t most) {
    if (taken_ == size_) return false;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, size_ - taken_));
    if (file_ < 0) {
        piece.assign(buffer_, taken_, wanted);
    } else {
        if (!buffer_.empty()) write_out();
        std::string{}.swap(buffer_);  // free it: a slow reader must not hold memory
        piece.resize(wanted);
        const ssize_t got = pread(file_, piece.data(), wanted, static_cast<off_t>(taken_));
        if (got <= 0) fail("reading");
        piece.resize(static_cast<std::size_t>(got));
    }
    taken_ += piece.size();
    return true;
}

}  // namespace callboard
