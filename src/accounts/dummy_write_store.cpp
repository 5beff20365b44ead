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

constexpr auto kLargeRetention = 1h;
// One row, because SQLite reads all its pages.
constexpr db::GlobalSql kDeleteOldLarge{"dummy_write_delete_old_large", R"sql(
    DELETE FROM dummy_write WHERE slot IN
        (SELECT slot FROM dummy_write WHERE slot >= $1 AND written_at <= $2 ORDER BY slot LIMIT 1))sql"};

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

DummyWrites::DummyWrites(db::Tx& tx)
    : tx_(tx), slot_(static_cast<std::int64_t>(random_below(kSlots / kMost)) * kMost) {}

void DummyWrites::write(std::size_t size) {
    assert(slot_ < kSlots);
    replace(slot_++, std::string(size, '.'));
}

void DummyWrites::write_large(std::size_t size) {
    replace(kSlots + static_cast<std::int64_t>(random_below(kLargeSlots)), incompressible(size));
}

void DummyWrites::replace(std::int64_t slot, const std::string& contents) {
    tx_.enqueue(kReplace, {slot, random_secret(), random_secret(), random_secret(), contents, tx_.now});
}

bool delete_old_large_write(db::Tx& tx) {
    return tx.execute(kDeleteOldLarge, {DummyWrites::kSlots, tx.now - kLargeRetention}) > 0;
}

}  // namespace callboard::accounts::store
