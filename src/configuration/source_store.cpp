#include "configuration/source_store.h"

#include "base/encoding.h"

namespace callboard::configuration::store {
namespace {

constexpr db::ListSql kSources{
    "source_page", "source_type, sub_type, id, label, identifier, origin, archived_at",
    "FROM application_source WHERE company_id = $1 AND archived_at IS NULL", "ORDER BY sub_type, id"};

constexpr db::Sql kFindSource{"source_find", R"sql(
    SELECT source_type, sub_type, id, label, identifier, origin, archived_at FROM application_source
    WHERE company_id = $1 AND identifier = $2)sql"};

constexpr db::Sql kListType{"source_list_type", R"sql(
    SELECT source_type, sub_type, id, label, identifier, origin, archived_at FROM application_source
    WHERE company_id = $1 AND source_type = $2 AND archived_at IS NULL ORDER BY sub_type, id)sql"};

constexpr db::Sql kFindIdentifier{"source_find_identifier", R"sql(
    SELECT identifier FROM application_source
    WHERE company_id = $1 AND source_type = $2 AND sub_type = $3 AND id = $4)sql"};

constexpr db::Sql kInsert{"source_insert", R"sql(
    INSERT INTO application_source (company_id, source_type, sub_type, id, label, identifier, origin, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (company_id, source_type, sub_type, id)
    DO UPDATE SET label = excluded.label, updated_at = excluded.updated_at, archived_at = NULL
    WHERE application_source.archived_at IS NOT NULL)sql"};

constexpr db::Sql kRename{"source_rename", R"sql(
    UPDATE application_source SET label = $3, updated_at = $4 WHERE company_id = $1 AND identifier = $2)sql"};

constexpr db::Sql kArchive{"source_archive", R"sql(
    UPDATE application_source SET archived_at = $3 WHERE company_id = $1 AND identifier = $2)sql"};

constexpr std::string_view kBuiltIn = "BUILT_IN";

constexpr db::Sql kFind{"referrer_find", R"sql(
    SELECT id, first_name, last_name FROM user_account
    WHERE company_id = $1 AND id = $2 AND kind = 'PERSON')sql"};

constexpr db::ListSql kPage{"referrer_page", "id, first_name, last_name",
                            "FROM user_account WHERE company_id = $1 AND kind = 'PERSON'",
                            "ORDER BY created_at, id"};

Referrer referrer_from(const db::Row& row) {
    return {.id = row.id<UserId>(0), .first_name = row.string(1), .last_name = row.string(2)};
}

StoredSource source_from(const db::Row& row) {
    return {{.type = row.string(0), .sub_type = row.string(1), .id = row.string(2), .label = row.string(3)},
            row.id<SourceIdentifier>(4),
            row.text(5) == kBuiltIn,
            !row.is_null(6)};
}

db::ListQuery sources_of(const std::string_view& type, const std::optional<std::string>& sub_type) {
    db::ListQuery list{kSources};
    list.where("source_type =", type);
    if (sub_type) list.where("sub_type =", *sub_type);
    return list;
}

}  // namespace

std::vector<StoredSource> page_of_sources(db::Snapshot& snapshot, std::string_view type,
                                          const std::optional<std::string>& sub_type, std::int64_t limit,
                                          std::int64_t offset) {
    return snapshot.all(sources_of(type, sub_type).page(limit, offset), source_from);
}

std::int64_t count_sources(db::Snapshot& snapshot, std::string_view type,
                           const std::optional<std::string>& sub_type) {
    return snapshot.total(sources_of(type, sub_type));
}

std::vector<StoredSource> sources_with_id(db::Snapshot& snapshot, std::string_view type,
                                          const std::optional<std::string>& sub_type, std::string_view id) {
    if (!is_utf8(id) || id.contains('\0')) return {};
    return snapshot.all(sources_of(type, sub_type).where("id =", id).whole(), source_from);
}

std::optional<StoredSource> find_source_by_label(db::Snapshot& snapshot, std::string_view type,
                                                 std::string_view label) {
    const std::string wanted = fold(label);
    for (StoredSource& source : snapshot.all(kListType, {type}, source_from))
        if (fold(source.label) == wanted) return std::move(source);
    return std::nullopt;
}

std::optional<StoredSource> find_source(db::Snapshot& snapshot, const SourceIdentifier& identifier) {
    return snapshot.first(kFindSource, {identifier}, source_from);
}

std::optional<SourceIdentifier> find_identifier(db::Snapshot& snapshot, const Source& source) {
    return snapshot.first(kFindIdentifier, {source.type, source.sub_type, source.id},
                          [](const db::Row& row) { return row.id<SourceIdentifier>(0); });
}

bool insert(db::Tx& tx, const StoredSource& source) {
    return tx.execute(kInsert, {source.type, source.sub_type, source.id, source.label, source.identifier,
                                source.is_built_in ? kBuiltIn : std::string_view{"COMPANY"}, tx.now}) == 1;
}

void rename_source(db::Tx& tx, const SourceIdentifier& identifier, std::string_view label) {
    tx.execute(kRename, {identifier, label, tx.now});
}

void archive_source(db::Tx& tx, const SourceIdentifier& identifier) {
    tx.execute(kArchive, {identifier, tx.now});
}

std::optional<Referrer> find_referrer(db::Snapshot& snapshot, const UserId& id) {
    return snapshot.first(kFind, {id}, referrer_from);
}

std::vector<Referrer> page_of_referrers(db::Snapshot& snapshot, std::int64_t limit, std::int64_t offset) {
    db::ListQuery list{kPage};
    list.page(limit, offset);
    return snapshot.all(list, referrer_from);
}

std::int64_t count_referrers(db::Snapshot& snapshot) {
    return snapshot.total(db::ListQuery{kPage});
}

}  // namespace callboard::configuration::store
