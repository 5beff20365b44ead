#include "files/zip_listing.h"

#include <cstdint>
#include <optional>

namespace callboard::files {
namespace {

constexpr std::size_t kLocalHeader = 30;
constexpr std::size_t kDirectoryEntry = 46;
constexpr std::size_t kEndRecord = 22;
constexpr std::size_t kLongestComment = 65'535;
constexpr std::string_view kLocalMark{"PK\x03\x04", 4};
constexpr std::string_view kEntryMark{"PK\x01\x02", 4};
constexpr std::string_view kEndMark{"PK\x05\x06", 4};

// Little-endian; the caller has checked that the bytes are there.
std::size_t number(std::string_view bytes, std::size_t at, std::size_t size) {
    std::size_t value = 0;
    for (std::size_t i = size; i > 0; --i) value = value << 8U | static_cast<std::uint8_t>(bytes[at + i - 1]);
    return value;
}

struct Directory {
    std::string_view bytes;
    std::size_t entries = 0;
};

// The end record is found by its mark, from the end on: a comment of any length may follow it.
std::optional<Directory> directory_of(std::string_view archive) {
    if (archive.size() < kEndRecord) return std::nullopt;
    const std::size_t last = archive.size() - kEndRecord;
    const std::size_t first = last > kLongestComment ? last - kLongestComment : 0;
    for (std::size_t at = last + 1; at-- > first;) {
        const std::string_view record = archive.substr(at);
        if (!record.starts_with(kEndMark) || number(record, 20, 2) != record.size() - kEndRecord) continue;
        const std::size_t size = number(record, 12, 4);
        const std::size_t offset = number(record, 16, 4);
        if (offset > at || size > at - offset) return std::nullopt;
        return Directory{.bytes = archive.substr(offset, size), .entries = number(record, 10, 2)};
    }
    return std::nullopt;
}

}  // namespace

bool list_zip(std::string_view archive, FunctionRef<void(std::string_view name)> visit) {
    const auto directory = directory_of(archive);
    if (!directory || directory->entries > kMostZipEntries) return false;
    std::string_view rest = directory->bytes;
    for (std::size_t i = 0; i < directory->entries; ++i) {
        if (rest.size() < kDirectoryEntry || !rest.starts_with(kEntryMark)) return false;
        const std::size_t name_size = number(rest, 28, 2);
        const std::size_t size = kDirectoryEntry + name_size + number(rest, 30, 2) + number(rest, 32, 2);
        if (size > rest.size()) return false;
        visit(rest.substr(kDirectoryEntry, name_size));
        rest.remove_prefix(size);
    }
    return rest.empty();
}

std::string_view first_stored_file(std::string_view archive, std::string_view name) {
    constexpr std::size_t kStored = 0;
    if (archive.size() < kLocalHeader || !archive.starts_with(kLocalMark)) return {};
    if (number(archive, 8, 2) != kStored) return {};
    const std::size_t size = number(archive, 18, 4);
    const std::size_t name_size = number(archive, 26, 2);
    const std::size_t start = kLocalHeader + name_size + number(archive, 28, 2);
    if (start > archive.size() || size > archive.size() - start) return {};
    return archive.substr(kLocalHeader, name_size) == name ? archive.substr(start, size) : std::string_view{};
}

}  // namespace callboard::files
