// Threads for the reads of clients without a credential: public answers that are not in memory. Such clients
// choose what is searched and how often, so these reads have threads of their own, where they hold up neither
// the API nor a write, and networks (site_of) are served round robin. Thread-safe.
#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <map>
#include <mutex>

#include "base/network.h"
#include "base/workers.h"
#include "db/db.h"
#include "throttle/load_guard.h"

namespace callboard::edge {

class PublicReads {
  public:
    // That wait: of one network, and of all.
    static constexpr std::size_t kMostOfNetwork = 32;
    static constexpr std::size_t kMost = 128;

    // While the guard lowers its bound, fewer wait: it refuses public reads above a quarter of it, and then
    // nobody could displace those that wait. Null: there is none.
    PublicReads(db::Db& db, std::size_t threads, const throttle::LoadGuard* guard = nullptr);

    // Like Db::start(). Fails with TOO_MANY_REQUESTS if kMostOfNetwork reads of the network wait. If kMost
    // wait, the newest read of the network with most of them fails as overloaded, or this one if its network
    // would then have as many: nobody keeps others out.
    void start(db::ReadWork& work, const IpAddress& client);

    // Runs what waits, and accepts nothing more.
    void finish() { workers_.finish(); }

  private:
    using Waiting = std::map<IpAddress, std::deque<db::ReadWork*>>;

    // What is not to be read, and why. Null: nothing.
    struct Refused {
        db::ReadWork* work = nullptr;
        std::exception_ptr reason;
    };
    std::size_t most() const;
    Refused take_in(db::ReadWork& work, const IpAddress& network);
    Waiting::iterator network_with_more(const IpAddress& network);
    void add(db::ReadWork& work, const IpAddress& network);
    db::ReadWork& take_next();
    void run_next();

    db::Db& db_;
    const throttle::LoadGuard* const guard_;
    std::mutex mutex_;
    Waiting waiting_;
    std::deque<IpAddress> turns_;  // the networks of which something waits; the next one first
    std::size_t all_ = 0;          // that wait
    Workers workers_;              // last: its threads use the members above
};

}  // namespace callboard::edge
