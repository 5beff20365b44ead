#include "sandbox/deployment_store.h"

namespace callboard::sandbox::store {
namespace {

constexpr db::GlobalSql kFind{"deployment_find", R"sql(
    SELECT kind, clock_offset_ms, clock_frozen_at FROM deployment WHERE name = 'this')sql"};

constexpr db::GlobalSql kInsert{"deployment_insert", R"sql(
    INSERT INTO deployment (name, kind, clock_offset_ms) VALUES ('this', $1, 0) ON CONFLICT (name) DO NOTHING)sql"};

constexpr db::GlobalSql kSetClock{"deployment_set_clock", R"sql(
    UPDATE deployment SET clock_offset_ms = $1, clock_frozen_at = $2 WHERE name = 'this' AND kind = 'SANDBOX')sql"};

}  // namespace

std::optional<Deployment> find_deployment(db::Snapshot& snapshot) {
    return snapshot.first(kFind, {}, [](const db::Row& row) {
        return Deployment{.kind = row.member<Kind>(0),
                          .clock = {.offset_ms = row.integer(1), .frozen_at = row.optional_time(2)}};
    });
}

void insert_deployment(db::Tx& tx, Kind kind) {
    tx.execute(kInsert, {kind});
}

void set_clock(db::Tx& tx, const ClockSetting& clock) {
    tx.execute(kSetClock, {clock.offset_ms, clock.frozen_at});
}

}  // namespace callboard::sandbox::store
