#include "edge/answer_cache.h"

#include <functional>
#include <iterator>
#include <span>

namespace callboard::edge {
namespace {

constexpr std::size_t kOverhead = 512;  // of an entry, apart from its texts

std::size_t memory_of(std::string_view key, std::string_view version, const CachedAnswer& answer) {
    return key.size() + version.size() + answer.header_lines.size() + answer.etag.size() +
           answer.body.size() + answer.gzipped.size() + kOverhead;
}

}  // namespace

AnswerCache::AnswerCache(db::Db& db, Limits limits)
    : limits_(limits), listening_(db.listen([this](std::span<const db::Announcement>) {
          changes_.fetch_add(1, std::memory_order_release);
      })) {}

AnswerCache::Answer AnswerCache::find_fresh(std::string_view key, Stopwatch::Instant now) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.by_key.find(key);
    if (found == shard.by_key.end()) return nullptr;
    const Moment& read = found->second->read;
    if (read.changes != changes_.load(std::memory_order_acquire) || now - read.at > limits_.fresh_for)
        return nullptr;
    use(shard, found->second);
    return found->second->answer;
}

AnswerCache::Answer AnswerCache::find(std::string_view key, std::string_view version, const Moment& read) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.by_key.find(key);
    if (found == shard.by_key.end() || found->second->version != version) return nullptr;
    Entry& entry = *found->second;
    // Reads end in any order.
    if (read.changes > entry.read.changes || (read.changes == entry.read.changes && read.at > entry.read.at))
        entry.read = read;
    Answer answer = entry.answer;
    use(shard, found->second);
    return answer;
}

void AnswerCache::keep(std::string_view key, std::string_view version, const Answer& answer,
                       const Moment& read) {
    const std::size_t memory = memory_of(key, version, *answer);
    if (!can_keep(key) || memory > limits_.largest_answer) return;
    Shard& shard = shard_of(key);
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.by_key.find(key);
    bool was_popular = false;
    if (found != shard.by_key.end()) {
        // An answer that was begun earlier may be of an older version.
        if (found->second->read.changes > read.changes) return;
        was_popular = found->second->is_popular;
        remove(shard, found->second);
    }
    Entries& list = was_popular ? shard.popular : shard.newcomers;
    list.push_front({.key = std::string{key},
                     .version = std::string{version},
                     .answer = answer,
                     .read = read,
                     .memory = memory,
                     .is_popular = was_popular});
    (was_popular ? shard.memory_of_popular : shard.memory_of_new) += memory;
    shard.by_key.emplace(list.front().key, list.begin());
    make_room(shard);
}

std::size_t AnswerCache::memory() const {
    std::size_t all = 0;
    for (const Shard& shard : shards_) {
        const std::lock_guard lock{shard.mutex};
        all += shard.memory_of_new + shard.memory_of_popular;
    }
    return all;
}

AnswerCache::Shard& AnswerCache::shard_of(std::string_view key) {
    return shards_[std::hash<std::string_view>{}(key) % kShards];
}

// The second request makes an answer popular.
void AnswerCache::use(Shard& shard, Entries::iterator entry) const {
    if (entry->is_popular) {
        shard.popular.splice(shard.popular.begin(), shard.popular, entry);
        return;
    }
    entry->is_popular = true;
    shard.memory_of_new -= entry->memory;
    shard.memory_of_popular += entry->memory;
    shard.popular.splice(shard.popular.begin(), shard.newcomers, entry);
    make_room(shard);
}

void AnswerCache::remove(Shard& shard, Entries::iterator entry) const {
    (entry->is_popular ? shard.memory_of_popular : shard.memory_of_new) -= entry->memory;
    shard.by_key.erase(entry->key);
    (entry->is_popular ? shard.popular : shard.newcomers).erase(entry);
}

void AnswerCache::make_room(Shard& shard) const {
    const std::size_t all = limits_.memory / kShards;
    while (shard.memory_of_popular > all / 4 * 3 && shard.popular.size() > 1)
        remove(shard, std::prev(shard.popular.end()));
    while (shard.memory_of_new > all / 4 && shard.newcomers.size() > 1)
        remove(shard, std::prev(shard.newcomers.end()));
}

}  // namespace callboard::edge
