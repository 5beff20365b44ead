#include "accounts/dummy_write_store.h"

#include <algorithm>
#include <cassert>
#include <chrono>

#include "base/encoding.h"
#include "base/random.h"

namespace callboard::accounts::store {
namespace {

using namespace std::chrono_literals;

constexpr db::GlobalSql kReplace{"dummy_write_replace", R"sql(
    INSERT INTO dummy_write (slot, first_key, second_key, third_key, contents, written_at) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (slot) DO UPDATE
    SET first_key = excluded.first_key, second_key = excluded.second_key, third_key = excluded.third_key,
        contents = excluded.contents, written_at = excluded.written_at)sql"};

constexpr auto kChunkRetention = 1h;
// Few, because SQLite reads all their pages.
constexpr db::GlobalSql kOldChunks{"dummy_write_old_chunks", R"sql(
    SELECT slot FROM dummy_write WHERE slot >= $1 AND written_at <= $2 ORDER BY slot LIMIT 32)sql"};

// The time again: it may have been replaced meanwhile.
constexpr db::GlobalSql kDeleteOldChunk{"dummy_write_delete_old_chunk", R"sql(
    DELETE FROM dummy_write WHERE slot = $1 AND written_at <= $2)sql"};

// PostgreSQL compresses what repeats itself within a few kilobytes, and files hardly do.
std::string incompressible(std::size_t size) {
    constexpr std::size_t kBlock = std::size_t{48} * 1024;
    std::string block(std::min(size, kBlock), '\0');
    fill_random({reinterpret_cast<std::uint8_t*>(block.data()), block.size()});
    block = to_base64(block);
    std::string text;
    text.reserve(size);
    while (text.size() < size) text.append(block, 0, size - text.size());
    return text;
}

}  // namespace

DummyWrites::DummyWrites(db::Tx& tx, std::int64_t most)
    : tx_(tx),
      slot_(static_cast<std::int64_t>(
                random_below(static_cast<std::uint64_t>((kSlots - std::max(most, kMost)) / kMost + 1))) *
            kMost),
      chunk_slot_(kSlots + static_cast<std::int64_t>(random_below(kChunkRanges)) * kMostChunks),
      last_chunk_slot_(chunk_slot_ + kMostChunks) {
    assert(most <= kSlots);
}

void DummyWrites::write(std::size_t size) {
    assert(slot_ < kSlots);
    tx_.enqueue(kReplace, {slot_++, random_secret(), random_secret(), random_secret(), std::string(size, '.'),
                           tx_.now});
}

// Not enqueued, as files: chunks that wait to be sent are copies in memory.
void DummyWrites::write_chunk(std::size_t size) {
    if (chunk_slot_ == last_chunk_slot_) return;
    if (noise_.size() < size) noise_ = incompressible(size);
    tx_.execute(kReplace, {chunk_slot_++, "", "", "", std::string_view{noise_}.substr(0, size), tx_.now});
}

bool delete_old_dummy_chunks(db::Tx& tx) {
    const auto before = tx.now - kChunkRetention;
    const auto slots =
        tx.all(kOldChunks, {DummyWrites::kSlots, before}, [](const db::Row& row) { return row.integer(0); });
    // One by one: PostgreSQL would lock the rows of one statement in any order.
    for (const std::int64_t slot : slots) tx.enqueue(kDeleteOldChunk, {slot, before});
    return !slots.empty();
}

}  // namespace callboard::accounts::store
