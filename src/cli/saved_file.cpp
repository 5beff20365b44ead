#include "cli/saved_file.h"

#include <fstream>
#include <stdexcept>
#include <vector>

#include "base/error.h"

namespace callboard::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{1024} * 1024;

// Removes what is not whole when it goes.
class Part {
  public:
    explicit Part(const std::filesystem::path& target) : target_(target), path_(target.string() + ".part") {}
    ~Part() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    const std::filesystem::path& path() const { return path_; }
    void keep() const { std::filesystem::rename(path_, target_); }

  private:
    const std::filesystem::path target_;
    const std::filesystem::path path_;
};

}  // namespace

void require_free(const std::filesystem::path& target, bool may_replace) {
    if (may_replace || !std::filesystem::exists(target)) return;
    throw conflict("OUTPUT_EXISTS", target.string() + " is there already; --force replaces it");
}

std::int64_t save_copy(const std::filesystem::path& source, const std::filesystem::path& target,
                       const std::stop_token& stop,
                       const std::function<void(std::int64_t done, std::int64_t total)>& progress) {
    std::ifstream from{source, std::ios::binary};
    if (!from) throw std::runtime_error("cannot read " + source.string());
    const auto total = static_cast<std::int64_t>(std::filesystem::file_size(source));
    const Part part{target};
    std::ofstream to{part.path(), std::ios::binary | std::ios::trunc};
    std::vector<char> piece(kPiece);
    std::int64_t done = 0;
    while (to && done < total) {
        if (stop.stop_requested()) throw std::runtime_error("interrupted; nothing was written");
        from.read(piece.data(), std::ssize(piece));
        if (from.gcount() == 0) throw std::runtime_error(source.string() + " ends too soon");
        to.write(piece.data(), from.gcount());
        progress(done += from.gcount(), total);
    }
    to.close();
    if (!to) throw std::runtime_error("cannot write " + part.path().string());
    part.keep();
    return done;
}

}  // namespace callboard::cli
