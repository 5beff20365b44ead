#include "http/file_body.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace callboard::http {
namespace {

class FileBody final : public BodyStream {
  public:
    FileBody(OpenFile file, ByteRange part)
        : file_(std::move(file)), at_(part.first), end_(part.first + part.size) {}

    bool next(std::string& piece) override {
        if (at_ == end_) return false;
        piece.resize(std::min<std::uint64_t>(kPieceSize, end_ - at_));
        const ssize_t got = pread(file_.descriptor(), piece.data(), piece.size(), static_cast<off_t>(at_));
        if (got <= 0) throw unavailable("a file ends before its end, or cannot be read");
        piece.resize(static_cast<std::size_t>(got));
        at_ += static_cast<std::uint64_t>(got);
        return true;
    }

  private:
    const OpenFile file_;
    std::uint64_t at_;
    const std::uint64_t end_;
};

}  // namespace

std::optional<OpenFile> OpenFile::open(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) {
        if (errno == ENOENT) return std::nullopt;
        throw unavailable("cannot open " + path.string() + ": " + std::generic_category().message(errno));
    }
    struct stat facts{};
    if (fstat(descriptor, &facts) != 0) {
        close(descriptor);
        throw unavailable("cannot look at " + path.string());
    }
    return OpenFile{descriptor, static_cast<std::uint64_t>(facts.st_size)};
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

OpenFile::~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

std::unique_ptr<BodyStream> file_body(OpenFile file, ByteRange part) {
    return std::make_unique<FileBody>(std::move(file), part);
}

}  // namespace callboard::http
