#include "reports/report_file_store.h"

#include <utility>

#include "base/error.h"
#include "base/id_source.h"
#include "reports/file_folder.h"

namespace callboard::reports::store {
namespace {

#define COLUMNS                                                                                   \
    "definition, id, report_id, area, status, schedule_type, requestor_id, role, access_groups, " \
    "scheduled_at, generated_at, failure, row_count, bytes_name, csv_bytes, excel_bytes, attempts"

constexpr db::Sql kFind{"report_file_find",
                        "SELECT " COLUMNS " FROM report_file WHERE company_id = $1 AND id = $2"};

constexpr db::ListSql kList{"report_file_list", COLUMNS, "FROM report_file WHERE company_id = $1",
                            "ORDER BY id DESC"};

#undef COLUMNS

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
    ORDER BY id LIMIT 1)sql"};

constexpr db::GlobalSql kNext{"report_file_next", R"sql(
    SELECT company_id, id, schedule_type, attempts
    FROM report_file WHERE status IN ('PENDING', 'RUNNING') AND leased_until <= $1
    ORDER BY id LIMIT 1 /*skip locked*/)sql"};

constexpr db::GlobalSql kLease{"report_file_lease", R"sql(
    UPDATE report_file SET status = 'RUNNING', node = $2, lease_token = $3, leased_until = $4, attempts = attempts + 1,
                           row_count = 0
    WHERE id = $1)sql"};

constexpr db::GlobalSql kRenew{"report_file_renew", R"sql(
    UPDATE report_file SET leased_until = $3, row_count = $4 WHERE id = $1 AND lease_token = $2)sql"};

constexpr db::GlobalSql kFinish{"report_file_finish", R"sql(
    UPDATE report_file SET status = $3, failure = $4, generated_at = $5, access_groups = $6, row_count = $7,
                           bytes_name = $8, csv_bytes = $9, excel_bytes = $10, node = '', lease_token = '', leased_until = 0
    WHERE id = $1 AND lease_token = $2)sql"};

constexpr db::GlobalSql kGiveBack{"report_file_give_back", R"sql(
    UPDATE report_file SET status = 'PENDING', attempts = attempts - 1, row_count = 0, node = '', lease_token = '',
                           leased_until = 0
    WHERE id = $1 AND lease_token = $2)sql"};

constexpr db::GlobalSql kPostpone{"report_file_postpone", R"sql(
    UPDATE report_file SET status = 'PENDING', attempts = attempts - $3, row_count = 0, lease_token = '',
                           leased_until = $4
    WHERE id = $1 AND lease_token = $2)sql"};

constexpr db::GlobalSql kWake{"report_file_wake", R"sql(
    UPDATE report_file SET status = 'PENDING', row_count = 0, node = '', lease_token = '', leased_until = 0
    WHERE id = $1 AND status IN ('PENDING', 'RUNNING') AND node = $2)sql"};

constexpr db::GlobalSql kWakeAll{"report_file_wake_all", R"sql(
    UPDATE report_file SET status = 'PENDING', row_count = 0, node = '', lease_token = '', leased_until = 0
    WHERE status IN ('PENDING', 'RUNNING') AND node = $1)sql"};

// By the id, which tells when it was asked for and has an index; what was made much later stays as long.
constexpr db::GlobalSql kRemoveOlder{"report_file_remove_older", R"sql(
    DELETE FROM report_file WHERE id IN (
        SELECT id FROM report_file
        WHERE id < $1 AND status IN ('COMPLETED', 'FAILED') AND generated_at < $2 ORDER BY id LIMIT $3)
    RETURNING id)sql"};

constexpr db::GlobalSql kBytes{"report_file_bytes",
                               "SELECT status, bytes_name FROM report_file WHERE id = $1"};

std::optional<std::int64_t> optional_number(const db::Row& row, int column) {
    return row.is_null(column) ? std::nullopt : std::optional{row.integer(column)};
}

ReportFile without_definition(const db::Row& row) {
    return {.id = row.id<ReportFileId>(1),
            .report = row.id<ReportId>(2),
            .area = row.string(3),
            .definition = {},
            .status = row.member<FileStatus>(4),
            .schedule_type = row.member<ScheduleType>(5),
            .requestor = row.id<UserId>(6),
            .role = row.member<accounts::Role>(7),
            .access_groups = row.string(8),
            .scheduled_at = row.time(9),
            .generated_at = row.optional_time(10),
            .failure = row.is_null(11) ? std::nullopt : std::optional{row.member<Failure>(11)},
            .row_count = row.integer(12),
            .bytes_name = row.optional_string(13),
            .csv_bytes = optional_number(row, 14),
            .excel_bytes = optional_number(row, 15),
            .attempts = row.integer(16)};
}

ReportFile file_from(const db::Row& row) {
    ReportFile file = without_definition(row);
    file.definition = kept_definition(row.text(0));
    return file;
}

ReportFile listed_from(const db::Row& row) {
    try {
        return file_from(row);
    } catch (const Error&) {
        return without_definition(row);
    }
}

Claimed claimed_from(const db::Row& row) {
    return {.company = row.id<CompanyId>(0),
            .id = row.id<ReportFileId>(1),
            .schedule_type = row.member<ScheduleType>(2),
            .attempts = row.integer(3) + 1};
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
    return snapshot.all(query.page(selection.limit), listed_from);
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
    const auto next = tx.first(kNext, {tx.now}, claimed_from);
    if (!next) return std::nullopt;
    tx.execute(kLease, {next->id, lease.node, lease.token, lease.until});
    return next;
}

bool renew(db::Tx& tx, const ReportFileId& id, std::string_view token, Timestamp leased_until,
           std::int64_t rows) {
    return tx.execute(kRenew, {id, token, leased_until, rows}) == 1;
}

bool finish(db::Tx& tx, const ReportFileId& id, std::string_view token, const Outcome& outcome) {
    const FileStatus status = outcome.failure ? FileStatus::failed : FileStatus::completed;
    std::optional<std::string> name;
    if (!outcome.failure) name = bytes_name(id, token);
    return tx.execute(kFinish, {id, token, status, outcome.failure, tx.now, outcome.access_groups,
                                outcome.rows, name, outcome.csv_bytes, outcome.excel_bytes}) == 1;
}

bool give_back(db::Tx& tx, const ReportFileId& id, std::string_view token) {
    return tx.execute(kGiveBack, {id, token}) == 1;
}

bool postpone(db::Tx& tx, const ReportFileId& id, std::string_view token, const Rest& rest) {
    const std::int64_t not_counted = rest.attempt_counts ? 0 : 1;
    return tx.execute(kPostpone, {id, token, not_counted, rest.until}) == 1;
}

bool wake(db::Tx& tx, const ReportFileId& id, std::string_view node) {
    return tx.execute(kWake, {id, node}) == 1;
}

std::int64_t wake_all_of(db::Tx& tx, std::string_view node) {
    return tx.execute(kWakeAll, {node});
}

std::vector<ReportFileId> remove_older(db::Tx& tx, Timestamp than, std::int64_t most) {
    const std::string first_to_stay = first_uuid_of(than);
    return tx.all(kRemoveOlder, {first_to_stay, than, most}, id_from);
}

std::optional<KnownBytes> known_bytes(db::Snapshot& snapshot, const ReportFileId& id) {
    return snapshot.first(kBytes, {id}, [](const db::Row& row) {
        return KnownBytes{.status = row.member<FileStatus>(0), .bytes_name = row.optional_string(1)};
    });
}

}  // namespace callboard::reports::store
