// Writes that stand for those about an account where there is none, so that neither the reply nor the time of
// the next write shows whether an e-mail address has an account.
#pragma once

#include <cstddef>
#include <cstdint>

#include "db/db.h"

namespace callboard::accounts::store {

// The dummy writes of one transaction, at most kMost. They replace consecutive rows from a random one on, in
// the same order in all transactions, which therefore cannot deadlock.
class DummyWrites {
  public:
    static constexpr std::int64_t kMost = 4;
    static constexpr std::int64_t kSlots = 4'096;

    explicit DummyWrites(db::Tx& tx);

    // Replaces a row by one of about this size in bytes.
    void write(std::size_t size);

  private:
    db::Tx& tx_;
    std::int64_t slot_;
};

}  // namespace callboard::accounts::store
