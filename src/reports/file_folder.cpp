#include "reports/file_folder.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/random.h"

namespace callboard::reports {
namespace {

constexpr std::string_view kPart = ".part";
constexpr std::size_t kIdLength = 36;

std::string_view ending_of(Format format) {
    return format == Format::csv ? ".csv" : ".xlsx";
}

[[noreturn]] void fail(std::string_view doing, const std::filesystem::path& path) {
    const int why = errno;
    throw unavailable("a report file cannot be kept: " + std::string{doing} + " " + path.string() + ": " +
                      std::strerror(why));
}

// Two that make the same file do not meet, whoever of them is late.
std::filesystem::path part_of(const std::filesystem::path& final) {
    std::filesystem::path part = final;
    part += "." + random_text(8, "0123456789abcdef") + std::string{kPart};
    return part;
}

class Descriptor {
  public:
    Descriptor(const std::filesystem::path& path, int flags)
        : number_(open(path.c_str(), flags | O_CLOEXEC)) {
        if (number_ < 0) fail("opening", path);
    }
    ~Descriptor() { close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }

  private:
    const int number_;
};

void make_safe(const Descriptor& opened, const std::filesystem::path& path) {
    if (fsync(opened.number()) != 0) fail("making safe", path);
}

// Some file systems cannot refuse to replace; there, two who are late by minutes would have to meet.
void move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return;
    if (errno != EINVAL && errno != ENOSYS) fail("naming", to);
    if (rename(from.c_str(), to.c_str()) != 0) fail("naming", to);
}

}  // namespace

std::filesystem::path path_of(const std::filesystem::path& folder, const ReportFileId& file, Format format) {
    return folder / std::string{file.text()}.append(ending_of(format));
}

NewFile::NewFile(const std::filesystem::path& folder, const ReportFileId& file, Format format)
    : part_(part_of(path_of(folder, file, format))), final_(path_of(folder, file, format)) {
    constexpr mode_t kOwnerOnly = 0600;
    descriptor_ = open(part_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kOwnerOnly);
    if (descriptor_ < 0) fail("making", part_);
}

NewFile::~NewFile() {
    close(descriptor_);
    if (!kept_) unlink(part_.c_str());
}

void NewFile::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("writing", part_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::int64_t NewFile::keep() {
    const Descriptor whole{part_, O_RDONLY};  // by its name: a library may have put another file there
    make_safe(whole, part_);
    struct stat about{};
    if (fstat(whole.number(), &about) != 0) fail("measuring", part_);
    move_to_free_name(part_, final_);
    kept_ = true;
    make_safe(Descriptor{final_.parent_path(), O_RDONLY | O_DIRECTORY}, final_);
    return about.st_size;
}

void remove_file(const std::filesystem::path& folder, const ReportFileId& file) {
    for (const Format format : {Format::csv, Format::excel}) {
        const std::filesystem::path path = path_of(folder, file, format);
        if (unlink(path.c_str()) != 0 && errno != ENOENT) fail("removing", path);
    }
}

std::vector<FoundFile> files_in(const std::filesystem::path& folder) {
    std::vector<FoundFile> found;
    std::error_code error;
    for (std::filesystem::directory_iterator each{folder, error}, end; !error && each != end;
         each.increment(error)) {
        const std::string name = each->path().filename();
        const auto id = ReportFileId::parse(std::string_view{name}.substr(0, kIdLength));
        if (!id) continue;
        const std::string_view rest = std::string_view{name}.substr(kIdLength);
        const bool is_whole = rest == ending_of(Format::csv) || rest == ending_of(Format::excel);
        if (is_whole || rest.ends_with(kPart))
            found.push_back({.path = each->path(), .file = *id, .is_part = !is_whole});
    }
    if (error) throw unavailable("the report folder cannot be read: " + error.message());
    return found;
}

}  // namespace callboard::reports
