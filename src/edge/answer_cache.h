// Responses that are the same for everybody, encoded and compressed: as long as the version of what they show
// is the same, they are sent again. Thread-safe.
//
// Strangers choose what is asked for, so the memory is limited, and an answer that was asked for once cannot
// push out one that is asked for often: new answers share a quarter of the memory until they are asked for
// again.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"
#include "db/db.h"

namespace callboard::edge {

// A response without the headers that all responses have. Immutable.
struct CachedAnswer {
    std::string_view content_type;
    std::string header_lines;  // ETag, Cache-Control, Vary, Last-Modified: also of a 304
    std::string etag;
    std::string body;
    std::string gzipped;  // empty: too small to compress
};

struct AnswerCacheLimits {
    std::size_t memory = std::size_t{64} * 1024 * 1024;
    std::size_t largest_answer = std::size_t{1024} * 1024;
    std::size_t longest_key = 512;
    // What other programs write to the same SQLite file is seen after this time, as in all other reads of it.
    std::chrono::milliseconds fresh_for{100};
};

class AnswerCache {
  public:
    using Answer = std::shared_ptr<const CachedAnswer>;
    using Limits = AnswerCacheLimits;

    explicit AnswerCache(db::Db& db, Limits limits = {});

    // When and after which changes the version of an answer was read: taken before the snapshot of the read
    // begins.
    struct Moment {
        std::uint64_t changes = 0;
        Stopwatch::Instant at;
    };
    Moment moment(Stopwatch::Instant now) const { return {changes_.load(std::memory_order_acquire), now}; }

    // The answer, if nothing was changed in this process since its version was read a moment ago. Null:
    // unknown. Only where no other server changes the data.
    Answer find_fresh(std::string_view key, Stopwatch::Instant now);

    // The answer of this version; null if there is none.
    Answer find(std::string_view key, std::string_view version, const Moment& read);

    void keep(std::string_view key, std::string_view version, const Answer& answer, const Moment& read);

    // Stops listening for changes; the database may then be closed.
    void finish() { listening_.stop(); }

    bool can_keep(std::string_view key) const { return key.size() <= limits_.longest_key; }
    std::size_t memory() const;  // in use

  private:
    struct Entry {
        std::string key;
        std::string version;
        Answer answer;
        Moment read;
        std::size_t memory = 0;
        bool is_popular = false;
    };
    using Entries = std::list<Entry>;

    // The most recently used first.
    struct Shard {
        mutable std::mutex mutex;
        Entries newcomers;
        Entries popular;
        std::unordered_map<std::string_view, Entries::iterator> by_key;  // the keys are those of the entries
        std::size_t memory_of_new = 0;
        std::size_t memory_of_popular = 0;
    };
    static constexpr std::size_t kShards = 8;

    Shard& shard_of(std::string_view key);
    void use(Shard& shard, Entries::iterator entry) const;
    void remove(Shard& shard, Entries::iterator entry) const;
    void make_room(Shard& shard) const;

    const Limits limits_;
    std::atomic<std::uint64_t> changes_ = 0;  // committed by this process
    std::array<Shard, kShards> shards_;
    db::Listening listening_;  // last: its listener uses the members above
};

}  // namespace callboard::edge
