#include "jobs/position_store.h"

namespace callboard::jobs::store {
namespace {

constexpr db::Sql kInsert{"position_insert", R"sql(
    INSERT INTO job_position (company_id, job_id, id, number, kind, incumbent_name, opens_at, target_start_at, status)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))sql"};

constexpr db::Sql kUpdate{"position_update", R"sql(
    UPDATE job_position SET number = $4, kind = $5, incumbent_name = $6, opens_at = $7, target_start_at = $8, status = $9
    WHERE company_id = $1 AND job_id = $2 AND id = $3)sql"};

constexpr db::Sql kRemove{"position_remove", R"sql(
    DELETE FROM job_position WHERE company_id = $1 AND job_id = $2 AND id = $3)sql"};

constexpr db::Sql kFind{"position_find", R"sql(
    SELECT id, number, kind, incumbent_name, opens_at, target_start_at, status
    FROM job_position WHERE company_id = $1 AND job_id = $2 AND id = $3)sql"};

constexpr db::Sql kList{"position_list", R"sql(
    SELECT id, number, kind, incumbent_name, opens_at, target_start_at, status
    FROM job_position WHERE company_id = $1 AND job_id = $2 ORDER BY id)sql"};

Position position_from(const db::Row& row) {
    return {{.number = row.optional_string(1),
             .kind = row.member<PositionKind>(2),
             .incumbent_name = row.optional_string(3),
             .opens_at = row.time(4),
             .target_start_at = row.time(5)},
            row.id<PositionId>(0),
            row.member<PositionStatus>(6)};
}

}  // namespace

void insert(db::Tx& tx, const JobId& job, const Position& position) {
    tx.execute(kInsert, {job, position.id, position.number, position.kind, position.incumbent_name,
                         position.opens_at, position.target_start_at, position.status});
}

void update(db::Tx& tx, const JobId& job, const Position& position) {
    tx.execute(kUpdate, {job, position.id, position.number, position.kind, position.incumbent_name,
                         position.opens_at, position.target_start_at, position.status});
}

void remove_position(db::Tx& tx, const JobId& job, const PositionId& id) {
    tx.execute(kRemove, {job, id});
}

std::optional<Position> find_position(db::Snapshot& snapshot, const JobId& job, const PositionId& id) {
    return snapshot.first(kFind, {job, id}, position_from);
}

std::vector<Position> list_positions(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.all(kList, {job}, position_from);
}

}  // namespace callboard::jobs::store
