#include "base/secret_file.h"

#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace callboard {
namespace {

class OpenFile {
  public:
    // O_NONBLOCK: opening a FIFO would block.
    explicit OpenFile(const std::filesystem::path& file)
        : descriptor_(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
    ~OpenFile() {
        if (descriptor_ >= 0) close(descriptor_);
    }

    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    int get() const { return descriptor_; }

  private:
    int descriptor_;
};

}  // namespace

Secret read_secret_file(const std::filesystem::path& file, const std::string& what, std::size_t most) {
    const auto require = [&](bool done) {
        if (!done) refuse_secret_file(file, what, std::generic_category().message(errno));
    };
    const OpenFile opened{file};
    require(opened.get() >= 0);
    struct stat about{};
    require(fstat(opened.get(), &about) == 0);
    if (!S_ISREG(about.st_mode)) refuse_secret_file(file, what, "it is not a regular file");
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        refuse_secret_file(file, what,
                           "it can be accessed by users other than its owner; set its mode to 600, and "
                           "consider who may have read it");
    }

    std::string buffer(most + 2, '\0');  // a line feed, and one byte more to detect a larger file
    const auto size = ::read(opened.get(), buffer.data(), buffer.size());
    require(size >= 0);
    buffer.resize(static_cast<std::size_t>(size));
    if (buffer.ends_with('\n')) buffer.pop_back();
    if (buffer.size() > most)
        refuse_secret_file(file, what, "it is larger than " + std::to_string(most) + " bytes");
    return Secret{std::move(buffer)};
}

void refuse_secret_file(const std::filesystem::path& file, const std::string& what,
                        const std::string& reason) {
    throw std::runtime_error(what + " " + file.string() + " cannot be used: " + reason);
}

}  // namespace callboard
