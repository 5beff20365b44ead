#include "configuration/reason_store.h"

#include "base/encoding.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kList{"reason_list", R"sql(
    SELECT id, label FROM application_reason
    WHERE company_id = $1 AND kind = $2 AND archived_at IS NULL ORDER BY id)sql"};

constexpr db::Sql kFind{"reason_find", R"sql(
    SELECT id, label FROM application_reason
    WHERE company_id = $1 AND id = $2 AND kind = $3 AND archived_at IS NULL)sql"};

constexpr db::Sql kFindLabel{"reason_find_label", R"sql(
    SELECT label FROM application_reason WHERE company_id = $1 AND id = $2 AND kind = $3)sql"};

constexpr db::Sql kInsert{"reason_insert", R"sql(
    INSERT INTO application_reason (company_id, id, kind, label, label_key, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING)sql"};

constexpr db::Sql kRename{"reason_rename", R"sql(
    UPDATE application_reason SET label = $4, label_key = $5, updated_at = $6
    WHERE company_id = $1 AND id = $2 AND NOT EXISTS (
        SELECT 1 FROM application_reason o
        WHERE o.company_id = $1 AND o.kind = $3 AND o.label_key = $5 AND o.archived_at IS NULL AND o.id <> $2))sql"};

constexpr db::Sql kArchive{"reason_archive", R"sql(
    UPDATE application_reason SET archived_at = $3 WHERE company_id = $1 AND id = $2)sql"};

Reason reason_from(const db::Row& row) {
    return {.id = row.id<ReasonId>(0), .label = row.string(1)};
}

}  // namespace

std::vector<Reason> list_reasons(db::Snapshot& snapshot, ReasonKind kind) {
    return snapshot.all(kList, {kind}, reason_from);
}

std::optional<Reason> find_reason(db::Snapshot& snapshot, ReasonKind kind, const ReasonId& id) {
    return snapshot.first(kFind, {id, kind}, reason_from);
}

std::optional<std::string> find_reason_label(db::Snapshot& snapshot, ReasonKind kind, std::string_view id) {
    return snapshot.first(kFindLabel, {id, kind}, [](const db::Row& row) { return row.string(0); });
}

bool insert(db::Tx& tx, ReasonKind kind, const Reason& reason) {
    const std::string key = fold(reason.label);
    return tx.execute(kInsert, {reason.id, kind, reason.label, key, tx.now}) == 1;
}

bool rename(db::Tx& tx, ReasonKind kind, const Reason& reason) {
    const std::string key = fold(reason.label);
    return tx.execute(kRename, {reason.id, kind, reason.label, key, tx.now}) == 1;
}

void archive_reason(db::Tx& tx, const ReasonId& id) {
    tx.execute(kArchive, {id, tx.now});
}

}  // namespace callboard::configuration::store
