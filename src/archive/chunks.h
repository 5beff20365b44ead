// The bytes of an archive after its header: chunks of 64 KiB, each with a tag. Nothing is passed on before
// its tag was checked; missing, reordered and repeated chunks are detected, and so is a missing end.
//
// With a key the chunks are encrypted (AES-256-GCM; the nonce is the number of the chunk and whether it is
// the last one, as in the STREAM construction). Without a key each tag is a hash of the chunk and the tag
// before it, which detects damage, but not manipulation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "archive/bytes.h"
#include "base/secret.h"

namespace callboard::archive {

inline constexpr std::size_t kChunkSize = std::size_t{64} * 1024;

// Used for one archive, in one direction.
class ChunkSeal {
  public:
    // The key is nothing for an archive without encryption, whose first tag depends on the header instead.
    ChunkSeal(const std::optional<Secret>& key, std::string_view header);

    std::string close(std::string_view plain, bool is_last);
    std::optional<std::string> open(std::string_view sealed,
                                    bool is_last);  // nothing: the tag does not match

  private:
    std::string next_nonce(bool is_last);
    std::string next_hash(std::string_view plain, bool is_last);

    const std::optional<Secret> key_;
    std::uint64_t number_ = 0;
    std::string last_hash_;
};

class ChunkWriter {
  public:
    ChunkWriter(ChunkSeal seal, ByteSink sink) : seal_(std::move(seal)), sink_(std::move(sink)) {}

    void append(std::string_view bytes);
    void finish();

  private:
    ChunkSeal seal_;
    const ByteSink sink_;
    std::string chunk_;
};

class ChunkReader {
  public:
    ChunkReader(ChunkSeal seal, ByteSource source) : seal_(std::move(seal)), source_(std::move(source)) {}

    // Returns 0 at the end. Throws BadArchive.
    std::size_t read(std::span<char> into);

  private:
    void read_chunk();

    ChunkSeal seal_;
    const ByteSource source_;
    std::string sealed_;  // the next chunk, and one byte more that shows whether it is the last one
    std::string plain_;
    std::size_t taken_ = 0;
    bool at_end_ = false;
};

}  // namespace callboard::archive
