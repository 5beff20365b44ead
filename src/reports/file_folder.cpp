#include "reports/file_folder.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace callboard::reports {
namespace {

constexpr std::string_view kPart = ".part";
constexpr std::size_t kIdLength = 36;

std::string_view ending_of(Format format) {
    return format == Format::csv ? ".csv" : ".xlsx";
}

// Maps file system errors of `work` to an Error whose detail is only logged.
template <class Work>
auto with_file(Work work) {
    try {
        return work();
    } catch (const std::system_error& error) {
        throw unavailable(std::string{"a report file cannot be kept: "} + error.what());
    }
}

void remove_at(const std::filesystem::path& path) {
    with_file([&] { std::filesystem::remove(path); });
}

}  // namespace

std::string bytes_name(const ReportFileId& file, std::string_view lease_token) {
    constexpr std::size_t kTokenPrefix = 16;
    return std::string{file.text()}.append("-").append(lease_token.substr(0, kTokenPrefix));
}

std::filesystem::path path_of(std::filesystem::path place, Format format) {
    place += ending_of(format);
    return place;
}

NewFile::NewFile(const std::filesystem::path& place, Format format)
    : file_(with_file([&] { return PartialFile{path_of(place, format), PartialFile::Writers::many}; })) {}

void NewFile::append(std::string_view bytes) {
    with_file([&] { file_.append(bytes); });
}

std::int64_t NewFile::keep() {
    return with_file([&] { return file_.finish(PartialFile::Existing::replace); });
}

void remove_bytes(const std::filesystem::path& place) {
    for (const Format format : {Format::csv, Format::excel}) remove_at(path_of(place, format));
}

// Temporary files are removed by their writers.
void remove_files(const std::filesystem::path& folder, std::span<const ReportFileId> files) {
    if (files.empty()) return;
    const std::set<ReportFileId> unwanted{files.begin(), files.end()};
    for (const FoundFile& found : files_in(folder))
        if (!found.is_part && unwanted.contains(found.file)) remove_at(found.path);
}

bool is_report_file_name(std::string_view name) {
    constexpr std::string_view kInToken =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";  // of base64url
    if (!ReportFileId::parse(name.substr(0, kIdLength))) return false;
    const std::string_view rest = name.substr(kIdLength);
    const std::size_t dot = std::min(rest.find_first_not_of(kInToken), rest.size());
    const std::string_view ending = rest.substr(dot);
    return rest.starts_with('-') && (ending == ending_of(Format::csv) || ending == ending_of(Format::excel));
}

std::vector<FoundFile> files_in(const std::filesystem::path& folder) {
    std::vector<FoundFile> found;
    visit_files(folder, [&](FoundFile&& file) {
        found.push_back(std::move(file));
        return true;
    });
    return found;
}

void visit_files(const std::filesystem::path& folder, FunctionRef<bool(FoundFile&&)> visit) {
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
        if (!is_whole && !ending.ends_with(kPart)) continue;
        if (!visit({.path = each->path(),
                    .file = *id,
                    .bytes_name = name.substr(0, kIdLength + dot),
                    .is_part = !is_whole}))
            return;
    }
    if (error) throw unavailable("the report folder cannot be read: " + error.message());
}

}  // namespace callboard::reports
