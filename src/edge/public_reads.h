// Threads for the reads of clients without a credential: public answers that are not in memory. Such clients
// choose what is searched and how often, so these reads have threads of their own, where they hold up neither
// the API nor a write, and addresses are served round robin. Thread-safe.
#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <map>
#include <mutex>

#include "base/network.h"
#include "base/workers.h"
#include "db/db.h"

namespace callboard::edge {

class PublicReads {
  public:
    // That wait: of one address (one /64 network with IPv6), and of all.
    static constexpr std::size_t kMostOfAddress = 64;
    static constexpr std::size_t kMost = 256;

    PublicReads(db::Db& db, std::size_t threads);

    // Like Db::start(). Fails with TOO_MANY_REQUESTS if kMostOfAddress reads of the address wait, and as
    // overloaded if kMost wait.
    void start(db::ReadWork& work, const IpAddress& client);

    // Runs what waits, and accepts nothing more.
    void finish() { workers_.finish(); }

  private:
    std::exception_ptr refusal(const IpAddress& network) const;
    db::ReadWork& take_next();
    void run_next();

    db::Db& db_;
    std::mutex mutex_;
    std::map<IpAddress, std::deque<db::ReadWork*>> waiting_;
    std::deque<IpAddress> turns_;  // the addresses of which something waits; the next one first
    std::size_t all_ = 0;          // that wait
    Workers workers_;              // last: its threads use the members above
};

}  // namespace callboard::edge
