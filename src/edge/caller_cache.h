// Who called lately, by the hash of the secret they called with, so that a call
// need not ask the database who makes it. Bounded, and emptied whenever a credential
// or a user changes: what this server does itself tells clear(), what others do the
// epoch in the database. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/digest.h"
#include "edge/caller.h"

namespace callboard::edge {

class CallerCache {
  public:
    std::optional<Caller> find(const Sha256& secret_hash);

    // Which changes a look at the database knew of: the generation is read before it, the epoch inside it.
    struct Knowledge {
        std::uint64_t generation;
        std::int64_t epoch;
    };
    std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

    // False when others have changed something that the look did not know of: the snapshot was an old one,
    // and the credential may be revoked. Nothing is to be done with what was found but to look again. A
    // caller that was found before a change of ours, and would be kept after it, is not kept either.
    [[nodiscard]] bool keep(const Sha256& secret_hash, const Caller& caller, const Knowledge& knowledge);

    void clear();

    // What the database says now. All is forgotten when that is news.
    void see_epoch(std::int64_t epoch);

  private:
    static constexpr std::size_t kShards = 16;
    static constexpr std::size_t kMostPerShard = 1024;

    struct HashOfHash {
        std::size_t operator()(const Sha256& hash) const {
            std::size_t bits = 0;
            std::memcpy(&bits, hash.data(), sizeof bits);
            return bits;
        }
    };
    struct alignas(64) Shard {
        std::mutex mutex;
        std::unordered_map<Sha256, Caller, HashOfHash> callers;
    };

    Shard& shard_of(const Sha256& hash) { return shards_[hash.back() % kShards]; }

    std::atomic<std::uint64_t> generation_{0};
    std::atomic<std::int64_t> epoch_{0};
    std::array<Shard, kShards> shards_;
};

}  // namespace callboard::edge
