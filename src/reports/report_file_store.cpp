#include "reports/report_file_store.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/error.h"
#include "base/id_source.h"
#include "reports/file_folder.h"

namespace callboard::reports::store {
namespace {

#define COLUMNS                                                                                      \
    "definition, id, report_id, area, status, schedule_type, requestor_id, role, access_groups, "    \
    "scheduled_at, generated_at, failure, row_count, bytes_name, csv_bytes, excel_bytes, attempts, " \
    "property_restrictions"

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

// Executed after Queue::finish() has checked the token.
constexpr db::GlobalSql kOutcome{"report_file_outcome", R"sql(
    UPDATE report_file SET failure = $2, generated_at = $3, access_groups = $4, row_count = $5, bytes_name = $6,
                           csv_bytes = $7, excel_bytes = $8, property_restrictions = $9
    WHERE id = $1)sql"};

// By id, which is indexed and contains the time of the request, not of the generation.
constexpr db::GlobalSql kRemoveOlder{"report_file_remove_older", R"sql(
    DELETE FROM report_file WHERE id IN (
        SELECT id FROM report_file
        WHERE id < $1 AND status IN ('COMPLETED', 'FAILED') AND generated_at < $2 ORDER BY id LIMIT $3)
    RETURNING id, bytes_name)sql"};

constexpr db::GlobalSql kBytes{"report_file_bytes",
                               "SELECT status, bytes_name FROM report_file WHERE id = $1"};

// With a parameter for each id; those of a shorter list are repeated.
const db::GlobalSql& bytes_of_several() {
    static const std::string kText = [] {
        std::string text = "SELECT id, status, bytes_name FROM report_file WHERE id IN ($1";
        for (std::size_t i = 2; i <= kMostKnownAtOnce; ++i) text.append(", $").append(std::to_string(i));
        return text + ")";
    }();
    static const db::GlobalSql kSql{"report_file_bytes_of_several", kText};
    return kSql;
}

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
            .property_restrictions = optional_number(row, 17),
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
        query
            .where("(status <> 'COMPLETED' OR property_restrictions IS NULL OR property_restrictions =",
                   reader->property_restrictions)
            .close(")");
    }
    if (selection.after) query.where("id <", *selection.after);
    return snapshot.all(query.page(selection.limit), listed_from);
}

bool insert_file(db::Tx& tx, const ReportFile& file, const work::Lease& lease) {
    const std::string definition = wire::to_json(file.definition);
    return tx.execute(kInsert, {file.id, file.report, file.area, definition, file.status, file.schedule_type,
                                file.requestor, file.role, file.access_groups, file.scheduled_at,
                                file.attempts, lease.node, lease.token, lease.until(tx.now)}) == 1;
}

std::vector<ReportFileId> remove_files(db::Tx& tx, const ReportId& report) {
    return tx.all(kRemoveAll, {report}, id_from);
}

const work::Queue& queue() {
    static const work::Queue queue{{.name = "report_file", .kind = "schedule_type", .progress = "row_count"}};
    return queue;
}

work::RowId row_of(const ReportFileId& id) {
    return work::RowId::from_trusted(id.text());
}

bool finish(db::Tx& tx, const ReportFileId& id, std::string_view token, const Outcome& outcome) {
    const FileStatus status = outcome.failure ? FileStatus::failed : FileStatus::completed;
    if (!queue().finish(tx, row_of(id), token, name_of(status))) return false;
    std::optional<std::string> name;
    if (!outcome.failure) name = bytes_name(id, token);
    tx.execute(kOutcome, {id, outcome.failure, tx.now, outcome.access_groups, outcome.rows, name,
                          outcome.csv_bytes, outcome.excel_bytes, outcome.property_restrictions});
    return true;
}

std::vector<RemovedFile> remove_older(db::Tx& tx, Timestamp before, std::int64_t most) {
    const std::string oldest_kept = first_uuid_of(before);
    return tx.all(kRemoveOlder, {oldest_kept, before, most}, [](const db::Row& row) {
        return RemovedFile{.id = id_from(row), .bytes_name = row.optional_string(1)};
    });
}

std::optional<KnownBytes> known_bytes(db::Snapshot& snapshot, const ReportFileId& id) {
    return snapshot.first(kBytes, {id}, [](const db::Row& row) {
        return KnownBytes{.status = row.member<FileStatus>(0), .bytes_name = row.optional_string(1)};
    });
}

std::map<ReportFileId, KnownBytes> known_bytes(db::Snapshot& snapshot, std::span<const ReportFileId> ids) {
    assert(ids.size() <= kMostKnownAtOnce);
    std::map<ReportFileId, KnownBytes> known;
    if (ids.empty()) return known;
    const auto find = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        return snapshot.all(
            bytes_of_several(), {ids[std::min(kIndex, ids.size() - 1)]...}, [](const db::Row& row) {
                return std::pair{row.id<ReportFileId>(0), KnownBytes{.status = row.member<FileStatus>(1),
                                                                     .bytes_name = row.optional_string(2)}};
            });
    };
    for (auto& each : find(std::make_index_sequence<kMostKnownAtOnce>{})) known.insert(std::move(each));
    return known;
}

}  // namespace callboard::reports::store
