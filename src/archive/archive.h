// A backup file: a header in plain text (header.h), then entries (entries.h), compressed (compression.h), in
// chunks that are checked and optionally encrypted (chunks.h). Written and read as a stream.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "archive/bytes.h"
#include "archive/chunks.h"
#include "archive/compression.h"
#include "archive/entries.h"
#include "archive/header.h"
#include "base/secret.h"

namespace callboard::archive {

class Writer {
  public:
    // Encrypts if there is a passphrase. The `salt` of the header is chosen here.
    Writer(Header header, const std::optional<Secret>& passphrase, const ByteSink& sink);

    void begin(const Entry& entry) { entries_->begin(entry); }
    void append(std::string_view bytes) { entries_->append(bytes); }
    void finish();

  private:
    // Each writes to the one before it.
    std::unique_ptr<ChunkWriter> chunks_;
    std::unique_ptr<Compressor> compressor_;
    std::unique_ptr<EntryWriter> entries_;
};

// Throws BadArchive. Use it in this order: header(), unlock(), next() and read().
class Reader {
  public:
    explicit Reader(ByteSource source);

    const Header& header() const { return read_.header; }
    bool is_encrypted() const { return read_.header.salt.has_value(); }

    // The passphrase of an encrypted archive, nothing for others. Returns false if it is another one or the
    // header was changed.
    [[nodiscard]] bool unlock(const std::optional<Secret>& passphrase);

    std::optional<Entry> next() { return entries_->next(); }
    std::size_t read(std::span<char> into) { return entries_->read(into); }

  private:
    const ByteSource source_;
    const ReadHeader read_;
    // Each reads from the one before it.
    std::unique_ptr<ChunkReader> chunks_;
    std::unique_ptr<Decompressor> decompressor_;
    std::unique_ptr<EntryReader> entries_;
};

}  // namespace callboard::archive
