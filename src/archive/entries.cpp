#include "archive/entries.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "wire/shape.h"

namespace callboard::archive {
namespace {

constexpr std::size_t kLongestLine = 1024;
constexpr std::size_t kLargestPiece = std::size_t{1024} * 1024;
constexpr std::string_view kEnd = "end";

struct Line {
    std::string kind;
    std::optional<std::string> name;
    std::optional<std::int64_t> entries;  // of the end

    static constexpr auto shape() {
        return wire::fields(wire::field("kind", &Line::kind, {.min_length = 1, .max_length = 20}),
                            wire::field("name", &Line::name, {.max_length = 200}),
                            wire::field("entries", &Line::entries, {.min = 0}));
    }
};

Line decoded(std::string_view text) {
    try {
        return wire::decode<Line>(text);
    } catch (const Error&) {
        throw BadArchive{"is damaged: an entry is malformed"};
    }
}

std::string size_field(std::size_t size) {
    std::string field;
    for (unsigned shift = 0; shift < 32; shift += 8) field += static_cast<char>((size >> shift) & 0xffU);
    return field;
}

}  // namespace

void EntryWriter::begin(const Entry& entry) {
    end_entry();
    ++count_;
    sink_(wire::to_json(Line{.kind = entry.kind, .name = entry.name, .entries = std::nullopt}) + "\n");
}

void EntryWriter::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto piece = bytes.substr(0, kLargestPiece);
        sink_(size_field(piece.size()));
        sink_(piece);
        bytes.remove_prefix(piece.size());
    }
}

void EntryWriter::finish() {
    end_entry();
    sink_(wire::to_json(Line{.kind = std::string{kEnd}, .name = std::nullopt, .entries = count_}) + "\n");
}

void EntryWriter::end_entry() {
    if (count_ > 0) sink_(size_field(0));
}

std::optional<Entry> EntryReader::next() {
    std::array<char, 4096> skipped{};
    while (read(skipped) > 0) {
    }
    if (at_end_) return std::nullopt;
    Line line = decoded(read_line());
    if (line.kind == kEnd) {
        require_end(line.entries.value_or(-1));
        return std::nullopt;
    }
    ++count_;
    in_entry_ = true;
    return Entry{.kind = std::move(line.kind), .name = line.name.value_or("")};
}

std::size_t EntryReader::read(std::span<char> into) {
    if (!in_entry_ || into.empty()) return 0;
    if (left_ == 0) left_ = read_size();
    if (left_ == 0) {
        in_entry_ = false;
        return 0;
    }
    const std::size_t count = source_(into.first(std::min<std::size_t>(into.size(), left_)));
    if (count == 0) throw BadArchive{"is truncated"};
    left_ -= static_cast<std::uint32_t>(count);
    return count;
}

void EntryReader::read_exactly(std::span<char> into) {
    while (!into.empty()) {
        const std::size_t count = source_(into);
        if (count == 0) throw BadArchive{"is truncated"};
        into = into.subspan(count);
    }
}

std::string EntryReader::read_line() {
    std::string line;
    char byte = 0;
    for (read_exactly({&byte, 1}); byte != '\n'; read_exactly({&byte, 1})) {
        line += byte;
        if (line.size() > kLongestLine) throw BadArchive{"is damaged: an entry is malformed"};
    }
    return line;
}

std::uint32_t EntryReader::read_size() {
    std::array<char, 4> field{};
    read_exactly(field);
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < field.size(); ++i)
        size |= std::uint32_t{static_cast<unsigned char>(field.at(i))} << (8 * i);
    if (size > kLargestPiece) throw BadArchive{"is damaged: a piece is too large"};
    return size;
}

void EntryReader::require_end(std::int64_t promised) {
    if (promised != count_) throw BadArchive{"is damaged: entries are missing"};
    char more = 0;
    if (source_({&more, 1}) != 0) throw BadArchive{"has data after its end"};
    at_end_ = true;
}

}  // namespace callboard::archive
