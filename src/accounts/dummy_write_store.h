// Writes that stand for others, so that neither the reply nor the time of the next write shows whether an
// e-mail address has an account, or whether a person has applied before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "db/db.h"

namespace callboard::accounts::store {

// The dummy writes of one transaction, at most kMost and then a large one. They replace consecutive rows from
// a random one on, in the same order in all transactions, which therefore cannot deadlock.
class DummyWrites {
  public:
    static constexpr std::int64_t kMost = 16;
    static constexpr std::int64_t kSlots = 4'096;
    static constexpr std::int64_t kLargeSlots = 64;  // on PostgreSQL, writes of the same row wait

    explicit DummyWrites(db::Tx& tx);

    // Replaces a row by one of about this size in bytes.
    void write(std::size_t size);

    // The same for sizes of files, in rows of their own that are deleted soon. The last one of a transaction.
    void write_large(std::size_t size);

  private:
    void replace(std::int64_t slot, const std::string& contents);

    db::Tx& tx_;
    std::int64_t slot_;
};

// Deletes a large row that was written at least an hour ago: a file may have 10 MB, which would also be part
// of every backup. Returns true if there may be more.
bool delete_old_large_write(db::Tx& tx);

}  // namespace callboard::accounts::store
