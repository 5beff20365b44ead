#include "cli/saved_file.h"

#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/partial_file.h"

namespace callboard::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{1024} * 1024;

Error taken(const std::filesystem::path& target) {
    return conflict("OUTPUT_EXISTS", target.string() + " already exists; use --force to overwrite it");
}

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
    PartialFile part{target, PartialFile::Writers::many};
    std::vector<char> piece(kPiece);
    std::int64_t done = 0;
    while (done < size) {
        if (stop.stop_requested()) throw std::runtime_error("interrupted; nothing was written");
        from.read(piece.data(), std::ssize(piece));
        if (from.gcount() == 0) throw std::runtime_error(source.string() + " is shorter than expected");
        part.append({piece.data(), static_cast<std::size_t>(from.gcount())});
        progress(done += from.gcount(), size);
    }
    try {
        part.finish(may_replace ? PartialFile::Existing::replace : PartialFile::Existing::keep);
    } catch (const FileExists&) {
        throw taken(target);
    }
    return done;
}

}  // namespace callboard::cli
