#include "configuration/candidate_property_store.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "base/encoding.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kList{"candidate_property_list", R"sql(
    SELECT id, name, label, type, audience, contexts, version, text_format, pattern, selection
    FROM candidate_property
    WHERE company_id = $1 AND archived_at IS NULL ORDER BY id)sql"};

constexpr db::Sql kFind{"candidate_property_find", R"sql(
    SELECT id, name, label, type, audience, contexts, version, text_format, pattern, selection
    FROM candidate_property
    WHERE company_id = $1 AND id = $2 AND archived_at IS NULL)sql"};

constexpr db::Sql kFindByKey{"candidate_property_find_by_key", R"sql(
    SELECT id, name, label, type, audience, contexts, version, text_format, pattern, selection
    FROM candidate_property
    WHERE company_id = $1 AND name = $2 AND archived_at IS NULL)sql"};

constexpr db::Sql kListKeys{"candidate_property_list_keys",
                            "SELECT name FROM candidate_property WHERE company_id = $1"};

constexpr db::Sql kInsert{"candidate_property_insert", R"sql(
    INSERT INTO candidate_property (company_id, id, name, label, label_key, type, audience, contexts, version, updated_at,
                                    text_format, pattern, selection)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING)sql"};

constexpr db::Sql kUpdate{"candidate_property_update", R"sql(
    UPDATE candidate_property SET label = $3, label_key = $4, audience = $5, contexts = $6, version = $7, updated_at = $8,
                                  text_format = $9, pattern = $10,
                                  restrictions = restrictions
                                      + CASE WHEN audience = 'ALL' AND $5 = 'FULL_ACCESS' THEN 1 ELSE 0 END
    WHERE company_id = $1 AND id = $2 AND version = $11 AND NOT EXISTS (
        SELECT 1 FROM candidate_property o
        WHERE o.company_id = $1 AND o.label_key = $4 AND o.archived_at IS NULL AND o.id <> $2))sql"};

constexpr db::Sql kCountRestrictions{"candidate_property_count_restrictions", R"sql(
    SELECT CAST(coalesce(sum(restrictions), 0) AS BIGINT) FROM candidate_property WHERE company_id = $1)sql"};

constexpr db::Sql kArchive{"candidate_property_archive", R"sql(
    UPDATE candidate_property SET archived_at = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kListLabels{"candidate_property_choice_list_labels", R"sql(
    SELECT property_id, id, label FROM candidate_property_choice WHERE company_id = $1)sql"};

constexpr db::Sql kListChoices{"candidate_property_choice_list", R"sql(
    SELECT id, label, origin FROM candidate_property_choice
    WHERE company_id = $1 AND property_id = $2 AND archived_at IS NULL ORDER BY position, id)sql"};

constexpr db::Sql kFindChoice{"candidate_property_choice_find", R"sql(
    SELECT id, label, origin FROM candidate_property_choice
    WHERE company_id = $1 AND property_id = $2 AND id = $3 AND archived_at IS NULL)sql"};

constexpr db::ListSql kFindChoices{"candidate_property_choice_find_several", "id, label, origin, archived_at",
                                   "FROM candidate_property_choice WHERE company_id = $1", ""};

constexpr db::Sql kIsLabelTaken{"candidate_property_choice_is_label_taken", R"sql(
    SELECT count(*) FROM candidate_property_choice
    WHERE company_id = $1 AND property_id = $2 AND label_key = $3 AND id <> $4 AND archived_at IS NULL)sql"};

constexpr db::Sql kInsertChoice{"candidate_property_choice_insert", R"sql(
    INSERT INTO candidate_property_choice (company_id, property_id, id, label, label_key, position, origin, updated_at)
    VALUES ($1, $2, $3, $4, $5,
            (SELECT coalesce(max(position), 0) + 1 FROM candidate_property_choice WHERE company_id = $1 AND property_id = $2),
            $6, $7)
    ON CONFLICT (company_id, property_id, id)
    DO UPDATE SET label = excluded.label, label_key = excluded.label_key, position = excluded.position,
                  updated_at = excluded.updated_at, archived_at = NULL
    WHERE candidate_property_choice.archived_at IS NOT NULL)sql"};

constexpr db::Sql kRenameChoice{"candidate_property_choice_rename", R"sql(
    UPDATE candidate_property_choice SET label = $4, label_key = $5, updated_at = $6
    WHERE company_id = $1 AND property_id = $2 AND id = $3)sql"};

constexpr db::Sql kPlaces{"candidate_property_choice_places", R"sql(
    SELECT id, position FROM candidate_property_choice
    WHERE company_id = $1 AND property_id = $2 AND archived_at IS NULL ORDER BY position, id)sql"};

constexpr db::Sql kMoveChoice{"candidate_property_choice_move", R"sql(
    UPDATE candidate_property_choice SET position = $4, updated_at = $5
    WHERE company_id = $1 AND property_id = $2 AND id = $3)sql"};

constexpr db::Sql kArchiveChoice{"candidate_property_choice_archive", R"sql(
    UPDATE candidate_property_choice SET archived_at = $4 WHERE company_id = $1 AND property_id = $2 AND id = $3)sql"};

constexpr std::string_view kLibrary = "LIBRARY";
constexpr std::string_view kSeveral = "SEVERAL";

std::string text_of(const std::vector<PropertyContext>& contexts) {
    std::string text;
    for (const PropertyContext context : contexts)
        text.append(text.empty() ? "" : ",").append(name_of(context));
    return text;
}

std::vector<PropertyContext> contexts_from(std::string_view text) {
    std::vector<PropertyContext> contexts;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        if (const auto context = named<PropertyContext>(text.substr(0, comma))) contexts.push_back(*context);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return contexts;
}

std::optional<std::string_view> name_of_format(const CandidateProperty& property) {
    return property.text_format ? std::optional{name_of(*property.text_format)} : std::nullopt;
}

// A multi select is stored as a single select of which several values can be chosen.
PropertyType stored_type(PropertyType type) {
    return type == PropertyType::multi_select ? PropertyType::single_select : type;
}

std::string_view selection_of(PropertyType type) {
    return type == PropertyType::multi_select ? kSeveral : std::string_view{"ONE"};
}

CandidateProperty property_from(const db::Row& row) {
    return {{.label = row.string(2),
             .audience = row.member<PropertyAudience>(4),
             .contexts = contexts_from(row.text(5)),
             .text_format = row.is_null(7) ? std::nullopt : std::optional{row.member<TextFormat>(7)},
             .pattern = row.optional_string(8)},
            row.id<CandidatePropertyId>(0),
            row.string(1),
            row.text(9) == kSeveral ? PropertyType::multi_select : row.member<PropertyType>(3),
            row.integer(6)};
}

PropertyChoice choice_from(const db::Row& row) {
    return {.id = row.string(0), .label = row.string(1), .is_library = row.text(2) == kLibrary};
}

}  // namespace

std::vector<CandidateProperty> list_candidate_properties(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, property_from);
}

std::optional<CandidateProperty> find_candidate_property(db::Snapshot& snapshot,
                                                         const CandidatePropertyId& id) {
    return snapshot.first(kFind, {id}, property_from);
}

std::optional<CandidateProperty> find_candidate_property_by_key(db::Snapshot& snapshot,
                                                                std::string_view key) {
    if (!is_utf8(key) || key.contains('\0')) return std::nullopt;
    return snapshot.first(kFindByKey, {key}, property_from);
}

std::vector<std::string> list_property_keys(db::Snapshot& snapshot) {
    auto keys = snapshot.all(kListKeys, {}, [](const db::Row& row) { return row.string(0); });
    std::ranges::sort(keys);
    return keys;
}

bool insert(db::Tx& tx, const CandidateProperty& property) {
    const std::string key = fold(property.label);
    const std::string contexts = text_of(property.contexts);
    return tx.execute(kInsert, {property.id, property.key, property.label, key, stored_type(property.type),
                                property.audience, contexts, property.version, tx.now,
                                name_of_format(property), property.pattern, selection_of(property.type)}) ==
           1;
}

bool update(db::Tx& tx, const CandidateProperty& property, std::int64_t version_before) {
    const std::string key = fold(property.label);
    const std::string contexts = text_of(property.contexts);
    return tx.execute(kUpdate,
                      {property.id, property.label, key, property.audience, contexts, property.version,
                       tx.now, name_of_format(property), property.pattern, version_before}) == 1;
}

std::int64_t count_restrictions(db::Snapshot& snapshot) {
    return snapshot.number(kCountRestrictions);
}

void archive_property(db::Tx& tx, const CandidatePropertyId& id) {
    tx.execute(kArchive, {id, tx.now});
}

std::vector<PropertyChoice> list_choices(db::Snapshot& snapshot, const CandidatePropertyId& property) {
    return snapshot.all(kListChoices, {property}, choice_from);
}

std::optional<PropertyChoice> find_choice(db::Snapshot& snapshot, const CandidatePropertyId& property,
                                          std::string_view id) {
    if (!is_utf8(id) || id.contains('\0')) return std::nullopt;
    return snapshot.first(kFindChoice, {property, id}, choice_from);
}

std::vector<StoredChoice> find_choices(db::Snapshot& snapshot, const CandidatePropertyId& property,
                                       const std::vector<std::string>& ids) {
    if (ids.empty()) return {};
    // Repeated ids change nothing, and there are only a few statements to prepare.
    std::vector<std::string> padded = ids;
    padded.resize(std::bit_ceil(ids.size()), ids.back());
    db::ListQuery list{kFindChoices};
    list.where("property_id =", property).where_any("id", padded);
    return snapshot.all(list.whole(),
                        [](const db::Row& row) { return StoredChoice{choice_from(row), !row.is_null(3)}; });
}

std::map<std::pair<std::string, std::string>, std::string> list_choice_labels(db::Snapshot& snapshot) {
    auto labels = snapshot.all(kListLabels, {}, [](const db::Row& row) {
        return std::pair{std::pair{row.string(0), row.string(1)}, row.string(2)};
    });
    return {std::move_iterator{labels.begin()}, std::move_iterator{labels.end()}};
}

bool is_choice_label_taken(db::Snapshot& snapshot, const CandidatePropertyId& property,
                           const PropertyChoice& choice) {
    const std::string key = fold(choice.label);
    return snapshot.number(kIsLabelTaken, {property, key, choice.id}) > 0;
}

bool insert(db::Tx& tx, const CandidatePropertyId& property, const PropertyChoice& choice) {
    const std::string key = fold(choice.label);
    return tx.execute(kInsertChoice, {property, choice.id, choice.label, key,
                                      choice.is_library ? kLibrary : std::string_view{"COMPANY"}, tx.now}) ==
           1;
}

void rename_choice(db::Tx& tx, const CandidatePropertyId& property, const PropertyChoice& choice) {
    const std::string key = fold(choice.label);
    tx.execute(kRenameChoice, {property, choice.id, choice.label, key, tx.now});
}

std::vector<ValuePlace> list_choice_places(db::Snapshot& snapshot, const CandidatePropertyId& property) {
    return snapshot.all(kPlaces, {property}, [](const db::Row& row) {
        return ValuePlace{.id = row.string(0), .place = row.integer(1)};
    });
}

void move_choice(db::Tx& tx, const CandidatePropertyId& property, const ValuePlace& to) {
    tx.enqueue(kMoveChoice, {property, to.id, to.place, tx.now});
}

void archive_choice(db::Tx& tx, const CandidatePropertyId& property, std::string_view id) {
    tx.execute(kArchiveChoice, {property, id, tx.now});
}

}  // namespace callboard::configuration::store
