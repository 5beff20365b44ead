// The content of an archive, before compression: entries one after another. An entry is a line of JSON and
// pieces of its bytes, each after its size (32 bits, little-endian), up to a piece of size 0. The last entry,
// of kind `end`, has no pieces, and says how many there are before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "archive/bytes.h"

namespace callboard::archive {

struct Entry {
    std::string kind;  // database, secrets-key or report
    std::string name;  // of a report file; not validated
};

class EntryWriter {
  public:
    explicit EntryWriter(ByteSink sink) : sink_(std::move(sink)) {}

    void begin(const Entry& entry);
    void append(std::string_view bytes);  // to the entry that was begun
    void finish();

  private:
    void end_entry();

    const ByteSink sink_;
    std::int64_t count_ = 0;
};

// Throws BadArchive.
class EntryReader {
  public:
    explicit EntryReader(ByteSource source) : source_(std::move(source)) {}

    // Skips what is left of the entry before. Nothing after the last one: the archive is complete.
    std::optional<Entry> next();
    std::size_t read(std::span<char> into);  // of this entry; 0 at its end

  private:
    void read_exactly(std::span<char> into);
    std::string read_line();
    std::uint32_t read_size();
    void require_end(std::int64_t promised);

    const ByteSource source_;
    std::int64_t count_ = 0;
    std::uint32_t left_ = 0;  // of the piece
    bool in_entry_ = false;
    bool at_end_ = false;
};

}  // namespace callboard::archive
