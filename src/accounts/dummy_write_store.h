// Writes that stand for others, so that neither the reply nor the time of the next write shows whether an
// e-mail address has an account, or whether a person has applied before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "db/db.h"

namespace callboard::accounts::store {

// The dummy writes of one transaction, at most `most` rows and then the chunks of files. They replace
// consecutive rows from a random one on, in ascending order in all transactions, which therefore cannot
// deadlock.
class DummyWrites {
  public:
    static constexpr std::int64_t kMost = 16;
    static constexpr std::int64_t kSlots = 4'096;
    static constexpr std::int64_t kChunkRanges = 64;  // on PostgreSQL, writes of the same row wait
    static constexpr std::int64_t kMostChunks = 256;  // of one transaction; what is more is not written

    explicit DummyWrites(db::Tx& tx, std::int64_t most = kMost);

    // Replaces a row by one of about this size in bytes.
    void write(std::size_t size);

    // The same for a chunk of a file, in rows of their own that are deleted soon. After all others.
    void write_chunk(std::size_t size);

  private:
    db::Tx& tx_;
    std::int64_t slot_;
    std::int64_t chunk_slot_;
    std::int64_t last_chunk_slot_;
    std::string noise_;  // of chunks
};

// Deletes some chunks that were written at least an hour ago: a file may have 10 MB, which would also be part
// of every backup. Returns true if there may be more.
bool delete_old_dummy_chunks(db::Tx& tx);

}  // namespace callboard::accounts::store
