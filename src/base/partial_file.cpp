#include "base/partial_file.h"

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"

namespace callboard {
namespace {

using std::filesystem::path;

constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;

[[noreturn]] void fail(const std::string& doing, const path& file) {
    const int why = errno;
    throw std::system_error{why, std::generic_category(), "cannot " + doing + " " + file.string()};
}

path part_of(const path& target, PartialFile::Writers writers) {
    path part = target;
    if (writers == PartialFile::Writers::one) return part += ".partial";
    return part += "." + random_text(8, "0123456789abcdef") + ".part";
}

path folder_of(const path& file) {
    return file.has_parent_path() ? file.parent_path() : ".";
}

// A file of another user would show him what is written, and one with a second name would overwrite another.
void require_own(const struct stat& opened, const path& part) {
    if (S_ISREG(opened.st_mode) && opened.st_uid == geteuid() && opened.st_nlink == 1) return;
    throw std::system_error{
        EPERM, std::generic_category(),
        part.string() + " exists and is not what an interrupted program of this user left; remove it"};
}

// Truncates the file, and locks it until it is closed.
void prepare_locked(int descriptor, const path& part) {
    // The previous owner of the lock may have renamed the completed file after it was opened here.
    struct stat opened{};
    struct stat named{};
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 || fstat(descriptor, &opened) != 0 ||
        lstat(part.c_str(), &named) != 0 || opened.st_ino != named.st_ino || opened.st_dev != named.st_dev)
        throw FileBusy{"another process is writing " + part.string()};
    require_own(opened, part);
    if (fchmod(descriptor, kOwnerOnly) != 0 || ftruncate(descriptor, 0) != 0) fail("prepare", part);
}

class Opened {
  public:
    Opened(const path& file, int flags) : number_(open(file.c_str(), flags | O_CLOEXEC)) {
        if (number_ < 0) fail("open", file);
    }
    ~Opened() { close(number_); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

    int number() const { return number_; }

  private:
    const int number_;
};

void flush(const Opened& opened, const path& file) {
    if (fsync(opened.number()) != 0) fail("write", file);
}

// Returns false, with errno, if it cannot, and EEXIST if the target exists.
bool rename_to_new(const path& part, const path& target) {
    if (renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    // Some file systems, such as NFS, cannot rename without replacing, but never link to a name that exists.
    if (link(part.c_str(), target.c_str()) != 0) return false;
    unlink(part.c_str());
    return true;
}

bool rename_to(const path& part, const path& target, PartialFile::Existing existing) {
    if (existing == PartialFile::Existing::keep) return rename_to_new(part, target);
    return rename(part.c_str(), target.c_str()) == 0;
}

}  // namespace

PartialFile::PartialFile(const std::filesystem::path& target, Writers writers)
    : target_(target), part_(part_of(target, writers)) {
    const int kind = writers == Writers::one ? O_NOFOLLOW : O_EXCL;
    descriptor_ = open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | kind, kOwnerOnly);
    if (descriptor_ < 0) fail("create", part_);
    if (writers == Writers::many) return;
    try {
        prepare_locked(descriptor_, part_);
    } catch (const std::exception&) {
        close(descriptor_);
        throw;
    }
}

PartialFile::~PartialFile() {
    if (!finished_) unlink(part_.c_str());
    close(descriptor_);
}

void PartialFile::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write", part_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::int64_t PartialFile::finish(Existing existing) {
    const Opened whole{part_, O_RDONLY};  // by its name: a library may have put another file there
    flush(whole, part_);
    struct stat about{};
    if (fstat(whole.number(), &about) != 0) fail("measure", part_);
    const auto folder = folder_of(target_);
    const Opened opened_folder{folder,
                               O_RDONLY | O_DIRECTORY};  // before the rename: a failure leaves no file
    if (!rename_to(part_, target_, existing)) {
        if (errno == EEXIST) throw FileExists{target_.string() + " exists already"};
        fail("rename", part_);
    }
    finished_ = true;
    flush(opened_folder, folder);
    return about.st_size;
}

}  // namespace callboard
