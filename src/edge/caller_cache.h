// Who called lately, by the hash of the secret they called with, so that a call
// need not ask the database who makes it. Bounded, and emptied whenever a credential
// or a user changes. Thread-safe.
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

    // The generation is read before the database is asked. A caller that was found before a change, and would
    // be kept after it, is not kept: the revoked credential would live on.
    std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }
    void keep(const Sha256& secret_hash, const Caller& caller, std::uint64_t generation);

    void clear();

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
    std::array<Shard, kShards> shards_;
};

}  // namespace callboard::edge
