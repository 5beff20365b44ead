#include "sandbox/deployment_store.h"

namespace callboard::sandbox::store {
namespace {

constexpr db::GlobalSql kFind{"deployment_find", R"sql(
    SELECT kind, clock_offset_ms, clock_frozen_at FROM deployment WHERE name = 'this')sql"};

constexpr db::GlobalSql kInsert{"deployment_insert", R"sql(
    INSERT INTO deployment (name, kind, clock_offset_ms) VALUES ('this', $1, 0) ON CONFLICT (name) DO NOTHING)sql"};

constexpr db::GlobalSql kSetClock{"deployment_set_clock", R"sql(
    UPDATE deployment SET clock_offset_ms = $1, clock_frozen_at = $2 WHERE name = 'this' AND kind = 'SANDBOX')sql"};

constexpr db::GlobalSql kFindKey{"deployment_find_key",
                                 "SELECT secrets_key_id FROM deployment WHERE name = 'this'"};

constexpr db::GlobalSql kRecordKey{"deployment_record_key", R"sql(
    UPDATE deployment SET secrets_key_id = $1 WHERE name = 'this' AND secrets_key_id IS NULL)sql"};

constexpr db::GlobalSql kReplaceKey{"deployment_replace_key", R"sql(
    UPDATE deployment SET secrets_key_id = $1
    WHERE name = 'this' AND (secrets_key_id IS NULL OR secrets_key_id <> $1))sql"};

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

std::optional<std::string> secrets_key_id(db::Snapshot& snapshot) {
    return snapshot.first(kFindKey, {}, [](const db::Row& row) { return row.optional_string(0); })
        .value_or(std::nullopt);
}

void record_secrets_key(db::Tx& tx, const std::string& id) {
    tx.execute(kRecordKey, {id});
}

bool replace_secrets_key(db::Tx& tx, const std::string& id) {
    return tx.execute(kReplaceKey, {id}) > 0;
}

}  // namespace callboard::sandbox::store
