#include "configuration/job_property_value_store.h"

#include "base/encoding.h"
#include "configuration/job_property_label_store.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kFind{"job_property_value_find", R"sql(
    SELECT id, label, archived_at FROM job_property_value
    WHERE company_id = $1 AND property_id = $2 AND id = $3)sql"};

constexpr db::Sql kPage{"job_property_value_page", R"sql(
    SELECT v.id, coalesce(t.label, p.label, v.label), v.archived_at, v.place
    FROM job_property_value v
    LEFT JOIN job_property_translation t ON t.company_id = v.company_id AND t.value_id = v.id AND t.language = $3
         AND t.property_id = v.property_id
    LEFT JOIN job_property_translation p ON p.company_id = v.company_id AND p.value_id = v.id AND p.language = $4
         AND p.property_id = v.property_id
    WHERE v.company_id = $1 AND v.property_id = $2 AND v.place > $5
    ORDER BY v.place LIMIT $6)sql"};

constexpr db::Sql kCountLabel{"job_property_value_count_label", R"sql(
    SELECT count(*) FROM job_property_value
    WHERE company_id = $1 AND property_id = $2 AND label_key = $3 AND archived_at IS NULL AND id <> $4)sql"};

constexpr db::Sql kCountIn{"job_property_count_in", R"sql(
    UPDATE job_property SET value_count = value_count + 1, active_value_count = active_value_count + $3,
                            last_place = last_place + 1
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kLastPlace{"job_property_last_place", R"sql(
    SELECT last_place FROM job_property WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kInsert{"job_property_value_insert", R"sql(
    INSERT INTO job_property_value (company_id, property_id, id, place, label, label_key, archived_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8))sql"};

constexpr db::Sql kArchive{"job_property_value_archive", R"sql(
    UPDATE job_property_value SET archived_at = $4
    WHERE company_id = $1 AND property_id = $2 AND id = $3 AND archived_at IS NULL)sql"};

constexpr db::Sql kUnarchive{"job_property_value_unarchive", R"sql(
    UPDATE job_property_value SET archived_at = NULL
    WHERE company_id = $1 AND property_id = $2 AND id = $3 AND archived_at IS NOT NULL)sql"};

constexpr db::Sql kCountActive{"job_property_count_active", R"sql(
    UPDATE job_property SET active_value_count = active_value_count + $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kRename{"job_property_value_rename", R"sql(
    UPDATE job_property_value SET label = $4, label_key = $5
    WHERE company_id = $1 AND property_id = $2 AND id = $3)sql"};

constexpr db::Sql kPlaces{"job_property_value_places", R"sql(
    SELECT id, place FROM job_property_value WHERE company_id = $1 AND property_id = $2 ORDER BY place)sql"};

constexpr db::Sql kMove{"job_property_value_move", R"sql(
    UPDATE job_property_value SET place = $4 WHERE company_id = $1 AND property_id = $2 AND id = $3)sql"};

constexpr db::Sql kDependentPage{"job_property_dependent_value_page", R"sql(
    SELECT v.id, coalesce(t.label, p.label, v.label), v.archived_at, v.place
    FROM job_property_dependent_value d
    JOIN job_property_value v ON v.company_id = d.company_id AND v.property_id = d.property_id AND v.id = d.value_id
    LEFT JOIN job_property_translation t ON t.company_id = v.company_id AND t.value_id = v.id AND t.language = $4
         AND t.property_id = v.property_id
    LEFT JOIN job_property_translation p ON p.company_id = v.company_id AND p.value_id = v.id AND p.language = $5
         AND p.property_id = v.property_id
    WHERE d.company_id = $1 AND d.property_id = $2 AND d.parent_value_id = $3 AND v.archived_at IS NULL AND v.place > $6
      AND d.dependency = (SELECT p.dependency FROM job_property p WHERE p.company_id = $1 AND p.id = $2)
    ORDER BY v.place LIMIT $7)sql"};

constexpr db::Sql kCountDependent{"job_property_dependent_value_count", R"sql(
    SELECT count(*)
    FROM job_property_dependent_value d
    JOIN job_property_value v ON v.company_id = d.company_id AND v.property_id = d.property_id AND v.id = d.value_id
    WHERE d.company_id = $1 AND d.property_id = $2 AND d.parent_value_id = $3 AND v.archived_at IS NULL
      AND d.dependency = (SELECT p.dependency FROM job_property p WHERE p.company_id = $1 AND p.id = $2))sql"};

constexpr db::Sql kIsDependent{"job_property_dependent_value_is", R"sql(
    SELECT count(*) FROM job_property_dependent_value
    WHERE company_id = $1 AND property_id = $2 AND parent_value_id = $3 AND value_id = $4
      AND dependency = (SELECT p.dependency FROM job_property p WHERE p.company_id = $1 AND p.id = $2))sql"};

// Stops at the limit, but also reads the pairs of removed dependencies that are not deleted yet.
constexpr db::Sql kCountPairs{"job_property_dependent_pair_count", R"sql(
    SELECT count(*) FROM (
        SELECT 1 AS pair FROM job_property_dependent_value
        WHERE company_id = $1 AND property_id = $2
          AND dependency = (SELECT p.dependency FROM job_property p WHERE p.company_id = $1 AND p.id = $2)
        LIMIT $3) pairs)sql"};

constexpr db::Sql kInsertDependent{"job_property_dependent_value_insert", R"sql(
    INSERT INTO job_property_dependent_value (company_id, parent_id, parent_value_id, property_id, value_id, dependency)
    SELECT $1, $2, $3, $4, $5, p.dependency FROM job_property p WHERE p.company_id = $1 AND p.id = $4
    ON CONFLICT (company_id, property_id, parent_value_id, value_id)
    DO UPDATE SET parent_id = excluded.parent_id, dependency = excluded.dependency
    WHERE job_property_dependent_value.dependency < excluded.dependency)sql"};

constexpr db::Sql kDeleteDependent{"job_property_dependent_value_delete", R"sql(
    DELETE FROM job_property_dependent_value
    WHERE company_id = $1 AND property_id = $2 AND parent_value_id = $3 AND value_id = $4
      AND dependency = (SELECT p.dependency FROM job_property p WHERE p.company_id = $1 AND p.id = $2))sql"};

// Of all dependencies, so that it reads no more pairs than the limit.
constexpr db::Sql kEndOfRange{"job_property_pair_range_end", R"sql(
    SELECT pairs.parent_value_id, pairs.value_id FROM (
        SELECT d.parent_value_id, d.value_id FROM job_property_dependent_value d
        WHERE d.company_id = $1 AND d.property_id = $2 AND (d.parent_value_id, d.value_id) > ($3, $4)
        ORDER BY d.parent_value_id, d.value_id LIMIT $5) pairs
    ORDER BY pairs.parent_value_id DESC, pairs.value_id DESC LIMIT 1)sql"};

// PostgreSQL checks the last condition again for a pair that is added once more meanwhile.
constexpr db::Sql kDeletePairs{"job_property_pair_delete_below", R"sql(
    DELETE FROM job_property_dependent_value
    WHERE company_id = $1 AND property_id = $2 AND (parent_value_id, value_id) > ($3, $4)
      AND (parent_value_id, value_id) <= ($5, $6) AND dependency < $7)sql"};

constexpr db::Sql kBeginRemoval{"job_property_pair_removal_begin", R"sql(
    INSERT INTO job_property_pair_removal (company_id, property_id, below)
    SELECT p.company_id, p.id, p.dependency FROM job_property p WHERE p.company_id = $1 AND p.id = $2
    ON CONFLICT (company_id, property_id) DO UPDATE SET below = excluded.below)sql"};

constexpr db::GlobalSql kRemovingCompanies{"job_property_pair_removal_companies", R"sql(
    SELECT DISTINCT company_id FROM job_property_pair_removal)sql"};

constexpr db::Sql kFindRemoval{"job_property_pair_removal_find", R"sql(
    SELECT property_id, below FROM job_property_pair_removal WHERE company_id = $1 ORDER BY property_id LIMIT 1)sql"};

// If the next dependency was removed meanwhile, its pairs remain to be deleted.
constexpr db::Sql kEndRemoval{"job_property_pair_removal_end", R"sql(
    DELETE FROM job_property_pair_removal WHERE company_id = $1 AND property_id = $2 AND below = $3)sql"};

constexpr db::Sql kPairs{"job_property_dependent_pairs", R"sql(
    SELECT u.id, coalesce(ut.label, up.label, u.label), v.id, coalesce(vt.label, vp.label, v.label)
    FROM job_property_dependent_value d
    JOIN job_property_value u ON u.company_id = d.company_id AND u.property_id = d.parent_id AND u.id = d.parent_value_id
    JOIN job_property_value v ON v.company_id = d.company_id AND v.property_id = d.property_id AND v.id = d.value_id
    LEFT JOIN job_property_translation ut ON ut.company_id = u.company_id AND ut.value_id = u.id AND ut.language = $4
         AND ut.property_id = u.property_id
    LEFT JOIN job_property_translation up ON up.company_id = u.company_id AND up.value_id = u.id AND up.language = $5
         AND up.property_id = u.property_id
    LEFT JOIN job_property_translation vt ON vt.company_id = v.company_id AND vt.value_id = v.id AND vt.language = $4
         AND vt.property_id = v.property_id
    LEFT JOIN job_property_translation vp ON vp.company_id = v.company_id AND vp.value_id = v.id AND vp.language = $5
         AND vp.property_id = v.property_id
    WHERE d.company_id = $1 AND d.property_id = $3 AND d.parent_id = $2
      AND d.dependency = (SELECT p.dependency FROM job_property p WHERE p.company_id = $1 AND p.id = $3)
      AND u.archived_at IS NULL AND v.archived_at IS NULL
    ORDER BY u.place, v.place)sql"};

JobPropertyValue value_from(const db::Row& row) {
    return {.id = row.string(0), .label = row.string(1), .archived = !row.is_null(2)};
}

PlacedValue placed_from(const db::Row& row) {
    return {.value = value_from(row), .place = row.integer(3)};
}

}  // namespace

std::optional<JobPropertyValue> find_property_value(db::Snapshot& snapshot, const JobPropertyId& property,
                                                    std::string_view id) {
    return snapshot.first(kFind, {property, id}, value_from);
}

std::vector<PlacedValue> page_of_values(db::Snapshot& snapshot, const JobPropertyId& property,
                                        std::string_view language, std::int64_t after, std::int64_t most) {
    return snapshot.all(kPage, {property, language, without_region(language), after, most}, placed_from);
}

bool is_value_label_taken(db::Snapshot& snapshot, const JobPropertyId& property, std::string_view label,
                          std::string_view except) {
    const std::string key = fold(label);
    return snapshot.number(kCountLabel, {property, key, except}) > 0;
}

void insert_value(db::Tx& tx, const JobPropertyId& property, const JobPropertyValue& value) {
    tx.execute(kCountIn, {property, value.archived ? 0 : 1});
    const std::int64_t place = tx.number(kLastPlace, {property});
    const std::string key = fold(value.label);
    const std::optional<Timestamp> archived_at = value.archived ? std::optional{tx.now} : std::nullopt;
    tx.execute(kInsert, {property, value.id, place, value.label, key, archived_at, tx.now});
}

void archive_value(db::Tx& tx, const JobPropertyId& property, std::string_view id) {
    if (tx.execute(kArchive, {property, id, tx.now}) == 1) tx.execute(kCountActive, {property, -1});
}

void unarchive_value(db::Tx& tx, const JobPropertyId& property, std::string_view id) {
    if (tx.execute(kUnarchive, {property, id}) == 1) tx.execute(kCountActive, {property, 1});
}

void rename_value(db::Tx& tx, const JobPropertyId& property, std::string_view id, std::string_view label) {
    const std::string key = fold(label);
    tx.execute(kRename, {property, id, label, key});
}

std::vector<ValuePlace> list_value_places(db::Snapshot& snapshot, const JobPropertyId& property) {
    return snapshot.all(kPlaces, {property}, [](const db::Row& row) {
        return ValuePlace{.id = row.string(0), .place = row.integer(1)};
    });
}

void move_value(db::Tx& tx, const JobPropertyId& property, const ValuePlace& to) {
    tx.enqueue(kMove, {property, to.id, to.place});
}

std::vector<PlacedValue> page_of_dependent_values(db::Snapshot& snapshot, const JobPropertyId& dependent,
                                                  std::string_view parent_value, std::string_view language,
                                                  std::int64_t after, std::int64_t most) {
    return snapshot.all(kDependentPage,
                        {dependent, parent_value, language, without_region(language), after, most},
                        placed_from);
}

std::int64_t count_dependent_values(db::Snapshot& snapshot, const JobPropertyId& dependent,
                                    std::string_view parent_value) {
    return snapshot.number(kCountDependent, {dependent, parent_value});
}

bool is_dependent_value(db::Snapshot& snapshot, const JobPropertyId& dependent, std::string_view parent_value,
                        std::string_view value) {
    return snapshot.number(kIsDependent, {dependent, parent_value, value}) > 0;
}

std::int64_t count_dependent_pairs(db::Snapshot& snapshot, const JobPropertyId& dependent,
                                   std::int64_t most) {
    return snapshot.number(kCountPairs, {dependent, most});
}

bool insert_dependent_value(db::Tx& tx, const JobPropertyId& parent, std::string_view parent_value,
                            const JobPropertyId& dependent, std::string_view value) {
    return tx.execute(kInsertDependent, {parent, parent_value, dependent, value}) == 1;
}

bool delete_dependent_value(db::Tx& tx, const JobPropertyId& dependent, std::string_view parent_value,
                            std::string_view value) {
    return tx.execute(kDeleteDependent, {dependent, parent_value, value}) == 1;
}

void begin_pair_removal(db::Tx& tx, const JobPropertyId& dependent) {
    tx.execute(kBeginRemoval, {dependent});
}

std::vector<CompanyId> companies_with_removed_pairs(db::Snapshot& snapshot) {
    return snapshot.all(kRemovingCompanies, {}, [](const db::Row& row) { return row.id<CompanyId>(0); });
}

std::optional<PairRemoval> find_pair_removal(db::Snapshot& snapshot) {
    return snapshot.first(kFindRemoval, {}, [](const db::Row& row) {
        return PairRemoval{.property = row.id<JobPropertyId>(0), .below = row.integer(1), .after = {}};
    });
}

std::optional<PairKey> end_of_range(db::Snapshot& snapshot, const PairRemoval& removal, std::int64_t most) {
    return snapshot.first(
        kEndOfRange, {removal.property, removal.after.parent_value, removal.after.value, most},
        [](const db::Row& row) { return PairKey{.parent_value = row.string(0), .value = row.string(1)}; });
}

void delete_pairs(db::Tx& tx, const PairRemoval& removal, const PairKey& last) {
    tx.execute(kDeletePairs, {removal.property, removal.after.parent_value, removal.after.value,
                              last.parent_value, last.value, removal.below});
}

void end_pair_removal(db::Tx& tx, const PairRemoval& removal) {
    tx.execute(kEndRemoval, {removal.property, removal.below});
}

std::vector<DependentPair> list_dependent_pairs(db::Snapshot& snapshot, const JobPropertyId& parent,
                                                const JobPropertyId& dependent, std::string_view language) {
    return snapshot.all(kPairs, {parent, dependent, language, without_region(language)},
                        [](const db::Row& row) {
                            return DependentPair{.parent = {.id = row.string(0), .label = row.string(1)},
                                                 .value = {.id = row.string(2), .label = row.string(3)}};
                        });
}

}  // namespace callboard::configuration::store
