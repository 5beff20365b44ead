#include "accounts/credential_cache.h"

namespace callboard::accounts {

std::optional<Holder> CredentialCache::find(const Sha256& secret_hash) {
    Shard& shard = shard_of(secret_hash);
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.holders.find(secret_hash);
    if (found == shard.holders.end()) return std::nullopt;
    return found->second;
}

void CredentialCache::keep(const Sha256& secret_hash, const Holder& holder, std::uint64_t generation) {
    Shard& shard = shard_of(secret_hash);
    const std::lock_guard lock{shard.mutex};
    if (generation != this->generation()) return;
    if (shard.holders.size() >= kMostPerShard) shard.holders.erase(shard.holders.begin());
    shard.holders.insert_or_assign(secret_hash, holder);
}

void CredentialCache::clear() {
    generation_.fetch_add(1, std::memory_order_acq_rel);
    for (Shard& shard : shards_) {
        const std::lock_guard lock{shard.mutex};
        shard.holders.clear();
    }
}

}  // namespace callboard::accounts
