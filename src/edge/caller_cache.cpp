#include "edge/caller_cache.h"

#include <set>

namespace callboard::edge {

std::optional<Caller> CallerCache::find(const Sha256& secret_hash) {
    Shard& shard = shard_of(secret_hash);
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.callers.find(secret_hash);
    if (found == shard.callers.end()) return std::nullopt;
    return found->second;
}

bool CallerCache::keep(const Sha256& secret_hash, const Caller& caller, const LookupVersion& version) {
    Shard& shard = shard_of(secret_hash);
    const std::lock_guard lock{shard.mutex};
    if (version.epoch < epoch_.load(std::memory_order_acquire)) return false;
    if (version.generation != generation()) return true;
    if (shard.callers.size() >= kMostPerShard) shard.callers.erase(shard.callers.begin());
    shard.callers.insert_or_assign(secret_hash, caller);
    return true;
}

// The epoch is stored before callers are forgotten, so that those added in between are forgotten, too.
void CallerCache::observe_epoch(std::int64_t epoch, const std::optional<std::vector<CompanyId>>& changed) {
    if (epoch_.exchange(epoch, std::memory_order_acq_rel) == epoch) return;
    if (changed) {
        forget(*changed);
    } else {
        clear();
    }
}

void CallerCache::forget(std::span<const CompanyId> companies) {
    const std::set<CompanyId> changed(companies.begin(), companies.end());
    generation_.fetch_add(1, std::memory_order_acq_rel);
    for (Shard& shard : shards_) {
        const std::lock_guard lock{shard.mutex};
        std::erase_if(shard.callers, [&](const auto& each) { return changed.contains(each.second.company); });
    }
}

void CallerCache::clear() {
    generation_.fetch_add(1, std::memory_order_acq_rel);
    for (Shard& shard : shards_) {
        const std::lock_guard lock{shard.mutex};
        shard.callers.clear();
    }
}

}  // namespace callboard::edge
