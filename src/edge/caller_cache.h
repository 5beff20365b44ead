// Caches callers by the hash of their secret, to avoid a database query for each request. Bounded; those of a
// company are forgotten whenever one of its credentials or users changes: by forget() for changes of this
// server, by the epoch in the database for those of others. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/digest.h"
#include "base/id.h"
#include "edge/caller.h"

namespace callboard::edge {

class CallerCache {
  public:
    std::optional<Caller> find(const Sha256& secret_hash);

    // Which changes a lookup in the database has seen: the generation is read before it, the epoch within its
    // snapshot.
    struct LookupVersion {
        std::uint64_t generation;
        std::int64_t epoch;
    };
    std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

    // Returns false if the lookup used a snapshot older than the known epoch: the credential may be revoked,
    // and the lookup must be repeated. A result from before a change of this server is not cached either.
    [[nodiscard]] bool keep(const Sha256& secret_hash, const Caller& caller, const LookupVersion& version);

    void clear();
    void forget(std::span<const CompanyId> companies);

    // Called with the current epoch of the database, and the companies that have changed since the last call;
    // nothing: perhaps all.
    void observe_epoch(std::int64_t epoch,
                       const std::optional<std::vector<CompanyId>>& changed = std::nullopt);

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
