#include "reports/file_folder.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>

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

// A read that is begun anew makes another file before the first one is gone.
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

void remove_at(const std::filesystem::path& path) {
    if (unlink(path.c_str()) != 0 && errno != ENOENT) fail("removing", path);
}

void make_safe(const Descriptor& opened, const std::filesystem::path& path) {
    if (fsync(opened.number()) != 0) fail("making safe", path);
}

}  // namespace

std::string bytes_name(const ReportFileId& file, std::string_view lease_token) {
    constexpr std::size_t kEnoughToDiffer = 16;
    return std::string{file.text()}.append("-").append(lease_token.substr(0, kEnoughToDiffer));
}

std::filesystem::path path_of(std::filesystem::path place, Format format) {
    place += ending_of(format);
    return place;
}

NewFile::NewFile(const std::filesystem::path& place, Format format)
    : part_(part_of(path_of(place, format))), final_(path_of(place, format)) {
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
    if (rename(part_.c_str(), final_.c_str()) != 0) fail("naming", final_);
    kept_ = true;
    make_safe(Descriptor{final_.parent_path(), O_RDONLY | O_DIRECTORY}, final_);
    return about.st_size;
}

void remove_bytes(const std::filesystem::path& place) {
    for (const Format format : {Format::csv, Format::excel}) remove_at(path_of(place, format));
}

// What is not whole is removed by whoever makes it.
void remove_files(const std::filesystem::path& folder, std::span<const ReportFileId> files) {
    if (files.empty()) return;
    const std::set<ReportFileId> unwanted{files.begin(), files.end()};
    for (const FoundFile& found : files_in(folder))
        if (!found.is_part && unwanted.contains(found.file)) remove_at(found.path);
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
        const std::size_t dot = rest.find('.');
        if (!rest.starts_with('-') || dot == std::string_view::npos) continue;
        const std::string_view ending = rest.substr(dot);
        const bool is_whole = ending == ending_of(Format::csv) || ending == ending_of(Format::excel);
        if (is_whole || ending.ends_with(kPart))
            found.push_back({.path = each->path(),
                             .file = *id,
                             .bytes_name = name.substr(0, kIdLength + dot),
                             .is_part = !is_whole});
    }
    if (error) throw unavailable("the report folder cannot be read: " + error.message());
    return found;
}

}  // namespace callboard::reports
