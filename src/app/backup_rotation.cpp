#include "app/backup_rotation.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "archive/header.h"

namespace callboard::app {
namespace {

using std::filesystem::path;

constexpr std::string_view kPattern = "callboard-00000000T000000Z.backup";  // 0 is any digit
constexpr std::string_view kPartial = ".partial";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Somebody else may use such names.
bool is_backup(const path& file) {
    std::string begin(archive::kMagic.size(), '\0');
    std::ifstream{file, std::ios::binary}.read(begin.data(), std::ssize(begin));
    return begin == archive::kMagic;
}

// A writer of the file has it locked (base/partial_file.h).
void remove_if_abandoned(const path& partial) {
    const int descriptor = open(partial.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) unlink(partial.c_str());
    close(descriptor);
}

}  // namespace

path rotated_backup(const path& folder, Timestamp now) {
    std::string digits = to_iso(now).substr(0, std::string_view{"2026-05-01T02:00:00"}.size());
    std::erase_if(digits, [](char c) { return c == '-' || c == ':'; });
    return folder / ("callboard-" + digits + "Z.backup");
}

bool is_rotated_backup(std::string_view name) {
    return std::ranges::equal(
        name, kPattern, [](char c, char pattern) { return pattern == '0' ? is_digit(c) : c == pattern; });
}

std::vector<path> remove_old_backups(const path& folder, const path& made, std::size_t keep) {
    std::vector<path> others;
    std::vector<path> partials;
    for (const auto& entry : std::filesystem::directory_iterator{folder}) {
        const std::string name = entry.path().filename();
        if (entry.is_symlink() || !entry.is_regular_file() || name == made.filename()) continue;
        if (is_rotated_backup(name) && is_backup(entry.path())) others.push_back(entry.path());
        if (name.ends_with(kPartial) &&
            is_rotated_backup(std::string_view{name}.substr(0, name.size() - kPartial.size())))
            partials.push_back(entry.path());
    }
    std::ranges::for_each(partials, remove_if_abandoned);
    std::ranges::sort(others, std::greater{});
    others.erase(others.begin(),
                 others.begin() + static_cast<std::ptrdiff_t>(std::min(others.size(), keep - 1)));
    for (const path& old : others) std::filesystem::remove(old);
    return others;
}

}  // namespace callboard::app
