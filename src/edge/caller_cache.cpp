#include "edge/caller_cache.h"

namespace callboard::edge {

std::optional<Caller> CallerCache::find(const Sha256& secret_hash) {
    Shard& shard = shard_of(secret_hash);
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.callers.find(secret_hash);
    if (found == shard.callers.end()) return std::nullopt;
    return found->second;
}

void CallerCache::keep(const Sha256& secret_hash, const Caller& caller, std::uint64_t generation) {
    Shard& shard = shard_of(secret_hash);
    const std::lock_guard lock{shard.mutex};
    if (generation != this->generation()) return;
    if (shard.callers.size() >= kMostPerShard) shard.callers.erase(shard.callers.begin());
    shard.callers.insert_or_assign(secret_hash, caller);
}

void CallerCache::clear() {
    generation_.fetch_add(1, std::memory_order_acq_rel);
    for (Shard& shard : shards_) {
        const std::lock_guard lock{shard.mutex};
        shard.callers.clear();
    }
}

}  // namespace callboard::edge
