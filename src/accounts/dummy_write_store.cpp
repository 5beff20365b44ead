#include "accounts/dummy_write_store.h"

#include <cassert>
#include <string>

#include "base/random.h"

namespace callboard::accounts::store {
namespace {

constexpr db::GlobalSql kReplace{"dummy_write_replace", R"sql(
    INSERT INTO dummy_write (slot, first_key, second_key, third_key, contents, written_at) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (slot) DO UPDATE
    SET first_key = excluded.first_key, second_key = excluded.second_key, third_key = excluded.third_key,
        contents = excluded.contents, written_at = excluded.written_at)sql"};

}  // namespace

DummyWrites::DummyWrites(db::Tx& tx)
    : tx_(tx), slot_(static_cast<std::int64_t>(random_below(kSlots / kMost)) * kMost) {}

void DummyWrites::write(std::size_t size) {
    assert(slot_ < kSlots);
    tx_.enqueue(kReplace, {slot_++, random_secret(), random_secret(), random_secret(), std::string(size, '.'),
                           tx_.now});
}

}  // namespace callboard::accounts::store
