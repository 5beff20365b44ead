#include "cli/saved_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace callboard::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{1024} * 1024;

Error taken(const std::filesystem::path& target) {
    return conflict("OUTPUT_EXISTS", target.string() + " already exists; use --force to overwrite it");
}

// Beside the target, under a name that nobody has. Removes what is not whole when it goes.
class Part {
  public:
    explicit Part(const std::filesystem::path& target) : target_(target), path_(target.string() + ".XXXXXX") {
        const int made = mkstemp(path_.data());
        if (made < 0)
            throw std::runtime_error("cannot write beside " + target.string() + ": " +
                                     std::generic_category().message(errno));
        close(made);
    }
    ~Part() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    const std::string& path() const { return path_; }
    void keep(bool may_replace) const {
        const unsigned flags = may_replace ? 0 : RENAME_NOREPLACE;
        if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target_.c_str(), flags) == 0) return;
        if (errno == EEXIST) throw taken(target_);
        throw std::runtime_error("cannot write " + target_.string() + ": " +
                                 std::generic_category().message(errno));
    }

  private:
    const std::filesystem::path target_;
    std::string path_;
};

}  // namespace

void require_free(const std::filesystem::path& target, bool may_replace) {
    if (!may_replace && std::filesystem::exists(target)) throw taken(target);
    const auto folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path{"."};
    if (!std::filesystem::is_directory(folder))
        throw std::runtime_error(folder.string() + " is not a directory");
}

std::int64_t save_copy(const std::filesystem::path& source, std::int64_t size,
                       const std::filesystem::path& target, bool may_replace, const std::stop_token& stop,
                       const std::function<void(std::int64_t done, std::int64_t total)>& progress) {
    std::ifstream from{source, std::ios::binary};
    if (!from) throw std::runtime_error("cannot read " + source.string());
    if (std::filesystem::file_size(source) != static_cast<std::uintmax_t>(size))
        throw std::runtime_error(source.string() + " is incomplete; generate the report again");
    const Part part{target};
    std::ofstream to{part.path(), std::ios::binary | std::ios::trunc};
    std::vector<char> piece(kPiece);
    std::int64_t done = 0;
    while (to && done < size) {
        if (stop.stop_requested()) throw std::runtime_error("interrupted; nothing was written");
        from.read(piece.data(), std::ssize(piece));
        if (from.gcount() == 0) throw std::runtime_error(source.string() + " is shorter than expected");
        to.write(piece.data(), from.gcount());
        progress(done += from.gcount(), size);
    }
    to.close();
    if (!to) throw std::runtime_error("cannot write " + part.path());
    part.keep(may_replace);
    return done;
}

}  // namespace callboard::cli
