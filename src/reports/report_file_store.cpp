#include "reports/report_file_store.h"

#include <utility>

#include "base/id_source.h"

namespace callboard::reports::store {
namespace {

#define COLUMNS                                                                                \
    "company_id, id, report_id, area, definition, status, schedule_type, requestor_id, role, " \
    "access_groups, scheduled_at, generated_at, failure, row_count, csv_bytes, excel_bytes, attempts"

constexpr db::Sql kFind{"report_file_find",
                        "SELECT " COLUMNS " FROM report_file WHERE company_id = $1 AND id = $2"};

constexpr db::ListSql kList{"report_file_list", COLUMNS, "FROM report_file WHERE company_id = $1",
                            "ORDER BY id DESC"};

constexpr db::Sql kInsert{"report_file_insert", R"sql(
    INSERT INTO report_file (company_id, id, report_id, area, definition, status, schedule_type, requestor_id, role,
                             access_groups, scheduled_at, row_count, attempts, node, lease_token, leased_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13, $14, $15)
    ON CONFLICT (company_id, report_id) WHERE status IN ('PENDING', 'RUNNING') DO NOTHING)sql"};

constexpr db::Sql kRemoveAll{"report_file_remove_all", R"sql(
    DELETE FROM report_file WHERE company_id = $1 AND report_id = $2 RETURNING id)sql"};

// What waits after a failure has the end of its rest where a lease has its end.
constexpr db::GlobalSql kIsWaiting{"report_file_is_waiting", R"sql(
    SELECT id FROM report_file WHERE status IN ('PENDING', 'RUNNING') AND leased_until <= $1
    ORDER BY scheduled_at, id LIMIT 1)sql"};

constexpr db::GlobalSql kNext{"report_file_next", "SELECT " COLUMNS R"sql(
    FROM report_file WHERE status IN ('PENDING', 'RUNNING') AND leased_until <= $1
    ORDER BY scheduled_at, id LIMIT 1 /*skip locked*/)sql"};

#undef COLUMNS

constexpr db::GlobalSql kLease{"report_file_lease", R"sql(
    UPDATE report_file SET status = 'RUNNING', node = $2, lease_token = $3, leased_until = $4, attempts = attempts + 1,
                           row_count = 0
    WHERE id = $1)sql"};

constexpr db::GlobalSql kRenew{"report_file_renew", R"sql(
    UPDATE report_file SET leased_until = $3, row_count = $4 WHERE id = $1 AND lease_token = $2)sql"};

constexpr db::GlobalSql kFinish{"report_file_finish", R"sql(
    UPDATE report_file SET status = $3, failure = $4, generated_at = $5, access_groups = $6, row_count = $7,
                           csv_bytes = $8, excel_bytes = $9, node = '', lease_token = '', leased_until = 0
    WHERE id = $1 AND lease_token = $2)sql"};

constexpr db::GlobalSql kGiveBack{"report_file_give_back", R"sql(
    UPDATE report_file SET status = 'PENDING', attempts = attempts - 1, row_count = 0, node = '', lease_token = '',
                           leased_until = 0
    WHERE id = $1 AND lease_token = $2)sql"};

constexpr db::GlobalSql kPostpone{"report_file_postpone", R"sql(
    UPDATE report_file SET status = 'PENDING', row_count = 0, node = '', lease_token = '', leased_until = $3
    WHERE id = $1 AND lease_token = $2)sql"};

constexpr db::GlobalSql kGiveBackAll{"report_file_give_back_all", R"sql(
    UPDATE report_file SET status = 'PENDING', row_count = 0, node = '', lease_token = '', leased_until = 0
    WHERE status = 'RUNNING' AND node = $1)sql"};

// By the id, which tells when it was asked for and has an index; what was made much later stays as long.
constexpr db::GlobalSql kRemoveOlder{"report_file_remove_older", R"sql(
    DELETE FROM report_file WHERE id IN (
        SELECT id FROM report_file
        WHERE id < $1 AND status IN ('COMPLETED', 'FAILED') AND generated_at < $2 ORDER BY id LIMIT $3)
    RETURNING id)sql"};

constexpr db::GlobalSql kStatus{"report_file_status", "SELECT status FROM report_file WHERE id = $1"};

std::optional<std::int64_t> optional_number(const db::Row& row, int column) {
    return row.is_null(column) ? std::nullopt : std::optional{row.integer(column)};
}

Claimed claimed_from(const db::Row& row) {
    return {.company = row.id<CompanyId>(0),
            .file = {.id = row.id<ReportFileId>(1),
                     .report = row.id<ReportId>(2),
                     .area = row.string(3),
                     .definition = wire::decode<Definition>(row.text(4), ErrorKind::internal),
                     .status = row.member<FileStatus>(5),
                     .schedule_type = row.member<ScheduleType>(6),
                     .requestor = row.id<UserId>(7),
                     .role = row.member<accounts::Role>(8),
                     .access_groups = row.string(9),
                     .scheduled_at = row.time(10),
                     .generated_at = row.optional_time(11),
                     .failure = row.is_null(12) ? std::nullopt : std::optional{row.member<Failure>(12)},
                     .row_count = row.integer(13),
                     .csv_bytes = optional_number(row, 14),
                     .excel_bytes = optional_number(row, 15),
                     .attempts = row.integer(16)}};
}

ReportFile file_from(const db::Row& row) {
    return claimed_from(row).file;
}

ReportFileId id_from(const db::Row& row) {
    return row.id<ReportFileId>(0);
}

}  // namespace

std::optional<ReportFile> find_file(db::Snapshot& snapshot, const ReportFileId& id) {
    return snapshot.first(kFind, {id}, file_from);
}

std::vector<ReportFile> files(db::Snapshot& snapshot, const FileSelection& selection) {
    db::ListQuery query{kList};
    query.where("report_id =", selection.report);
    if (selection.only_completed) query.where("status = 'COMPLETED'");
    if (const auto& reader = selection.reader) {
        query.where("requestor_id =", reader->user);
        query.where("(status <> 'COMPLETED' OR role =", reader->role).close(")");
        if (reader->access_groups)
            query.where("(status <> 'COMPLETED' OR access_groups =", *reader->access_groups).close(")");
    }
    if (selection.after) query.where("id <", *selection.after);
    return snapshot.all(query.page(selection.limit), file_from);
}

bool insert_file(db::Tx& tx, const ReportFile& file, const Lease& lease) {
    const std::string definition = wire::to_json(file.definition);
    return tx.execute(kInsert, {file.id, file.report, file.area, definition, file.status, file.schedule_type,
                                file.requestor, file.role, file.access_groups, file.scheduled_at,
                                file.attempts, lease.node, lease.token, lease.until}) == 1;
}

std::vector<ReportFileId> remove_files(db::Tx& tx, const ReportId& report) {
    return tx.all(kRemoveAll, {report}, id_from);
}

bool is_one_waiting(db::Snapshot& snapshot) {
    return snapshot.first(kIsWaiting, {snapshot.now}, id_from).has_value();
}

std::optional<Claimed> claim(db::Tx& tx, const Lease& lease) {
    auto next = tx.first(kNext, {tx.now}, claimed_from);
    if (!next) return std::nullopt;
    tx.execute(kLease, {next->file.id, lease.node, lease.token, lease.until});
    next->file.status = FileStatus::running;
    next->file.row_count = 0;
    ++next->file.attempts;
    return next;
}

bool renew(db::Tx& tx, const ReportFileId& id, std::string_view token, Timestamp leased_until,
           std::int64_t rows) {
    return tx.execute(kRenew, {id, token, leased_until, rows}) == 1;
}

bool finish(db::Tx& tx, const ReportFileId& id, std::string_view token, const Outcome& outcome) {
    const FileStatus status = outcome.failure ? FileStatus::failed : FileStatus::completed;
    return tx.execute(kFinish, {id, token, status, outcome.failure, tx.now, outcome.access_groups,
                                outcome.rows, outcome.csv_bytes, outcome.excel_bytes}) == 1;
}

bool give_back(db::Tx& tx, const ReportFileId& id, std::string_view token) {
    return tx.execute(kGiveBack, {id, token}) == 1;
}

bool postpone(db::Tx& tx, const ReportFileId& id, std::string_view token, Timestamp until) {
    return tx.execute(kPostpone, {id, token, until}) == 1;
}

std::int64_t give_back_all_of(db::Tx& tx, std::string_view node) {
    return tx.execute(kGiveBackAll, {node});
}

std::vector<ReportFileId> remove_older(db::Tx& tx, Timestamp than, std::int64_t most) {
    const std::string first_to_stay = first_uuid_of(than);
    return tx.all(kRemoveOlder, {first_to_stay, than, most}, id_from);
}

std::optional<FileStatus> status_of(db::Snapshot& snapshot, const ReportFileId& id) {
    return snapshot.first(kStatus, {id}, [](const db::Row& row) { return row.member<FileStatus>(0); });
}

}  // namespace callboard::reports::store
