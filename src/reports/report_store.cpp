#include "reports/report_store.h"

#include <string>
#include <utility>

#include "base/error.h"

namespace callboard::reports::store {
namespace {

// With the role of the creator, and their access group if they are in exactly one.
#define SELECT_REPORT                                                                                 \
    "SELECT r.id, r.name, r.area, r.definition, r.creator_id, r.modifier_id, r.created_at, "          \
    "r.updated_at, r.next_run_at, u.role, (SELECT CASE WHEN count(*) = 1 THEN min(access_group_id) "  \
    "END FROM access_group_member m WHERE m.company_id = r.company_id AND m.user_id = r.creator_id) " \
    "FROM report r LEFT JOIN user_account u ON u.company_id = r.company_id AND u.id = r.creator_id "

constexpr db::Sql kList{"report_list",
                        SELECT_REPORT "WHERE r.company_id = $1 ORDER BY r.updated_at DESC, r.id DESC"};

constexpr db::Sql kFind{"report_find", SELECT_REPORT "WHERE r.company_id = $1 AND r.id = $2"};

#undef SELECT_REPORT

constexpr db::Sql kCount{"report_count", "SELECT count(*) FROM report WHERE company_id = $1"};

constexpr db::Sql kLockRow{"report_take_turn", R"sql(
    UPDATE report SET name = name WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kInsert{"report_insert", R"sql(
    INSERT INTO report (company_id, id, name, area, definition, creator_id, modifier_id, created_at, updated_at,
                        next_run_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))sql"};

constexpr db::Sql kUpdate{"report_update", R"sql(
    UPDATE report SET name = $3, area = $4, definition = $5, modifier_id = $6, updated_at = $7, next_run_at = $8
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kRemove{"report_remove", "DELETE FROM report WHERE company_id = $1 AND id = $2"};

constexpr db::GlobalSql kDue{"report_due", R"sql(
    SELECT company_id, id FROM report WHERE next_run_at IS NOT NULL AND next_run_at <= $1
    ORDER BY next_run_at LIMIT $2)sql"};

constexpr db::Sql kSetNextRun{"report_set_next_run", R"sql(
    UPDATE report SET next_run_at = $3 WHERE company_id = $1 AND id = $2)sql"};

Report report_from(const db::Row& row) {
    const Area* area = area_called(row.text(2));
    if (!area) throw internal("a report is about an area that does not exist: " + row.string(2));
    return {.id = row.id<ReportId>(0),
            .name = row.string(1),
            .area = area,
            .definition = kept_definition(row.text(3)),
            .creator = row.id<UserId>(4),
            .creator_role = named<accounts::Role>(row.optional_string(9).value_or("")),
            .creator_group = AccessGroupId::parse(row.optional_string(10).value_or("")),
            .modifier = row.id<UserId>(5),
            .created_at = row.time(6),
            .updated_at = row.time(7),
            .next_run_at = row.optional_time(8)};
}

std::optional<Report> readable_from(const db::Row& row) {
    try {
        return report_from(row);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace

std::vector<Report> list(db::Snapshot& snapshot) {
    std::vector<Report> readable;
    for (auto& each : snapshot.all(kList, {}, readable_from))
        if (each) readable.push_back(std::move(*each));
    return readable;
}

std::optional<Report> find(db::Snapshot& snapshot, const ReportId& id) {
    return snapshot.first(kFind, {id}, report_from);
}

std::int64_t count(db::Snapshot& snapshot) {
    return snapshot.number(kCount);
}

bool lock_row(db::Tx& tx, const ReportId& id) {
    return tx.execute(kLockRow, {id}) == 1;
}

void insert(db::Tx& tx, const Report& report) {
    const std::string definition = wire::to_json(report.definition);
    tx.execute(kInsert, {report.id, report.name, report.area->id, definition, report.creator, report.modifier,
                         report.created_at, report.updated_at, report.next_run_at});
}

void update(db::Tx& tx, const Report& report) {
    const std::string definition = wire::to_json(report.definition);
    tx.execute(kUpdate, {report.id, report.name, report.area->id, definition, report.modifier,
                         report.updated_at, report.next_run_at});
}

bool remove(db::Tx& tx, const ReportId& id) {
    return tx.execute(kRemove, {id}) == 1;
}

std::vector<Due> due(db::Snapshot& snapshot, Timestamp now, std::int64_t most) {
    return snapshot.all(kDue, {now, most}, [](const db::Row& row) {
        return Due{.company = row.id<CompanyId>(0), .report = row.id<ReportId>(1)};
    });
}

void set_next_run(db::Tx& tx, const ReportId& id, std::optional<Timestamp> at) {
    tx.execute(kSetNextRun, {id, at});
}

}  // namespace callboard::reports::store
