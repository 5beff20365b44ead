#include "configuration/job_property_label_store.h"

#include <chrono>

namespace callboard::configuration::store {
namespace {

using namespace std::chrono_literals;

constexpr auto kDelay = 1min;

// The label in the language itself comes last, and replaces that without a region.
constexpr db::Sql kList{"job_property_label_list", R"sql(
    SELECT property_id, label FROM job_property_translation
    WHERE company_id = $1 AND value_id = '' AND language IN ($2, $3)
    ORDER BY CASE WHEN language = $2 THEN 1 ELSE 0 END)sql"};

constexpr db::Sql kFind{"job_property_label_find", R"sql(
    SELECT label FROM job_property_translation
    WHERE company_id = $1 AND value_id = $2 AND language IN ($3, $4) AND property_id = $5
    ORDER BY CASE WHEN language = $3 THEN 0 ELSE 1 END LIMIT 1)sql"};

constexpr db::Sql kPut{"job_property_label_put", R"sql(
    INSERT INTO job_property_translation (company_id, property_id, value_id, language, label)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, value_id, language, property_id) DO UPDATE SET label = excluded.label
    WHERE job_property_translation.label <> excluded.label)sql"};

// A renaming that is being worked off is not disturbed, or it would never end while others follow: it is
// worked off once more afterwards.
constexpr db::Sql kRecord{"job_property_renaming_record", R"sql(
    INSERT INTO job_property_renaming (company_id, property_id, renamed_at, last_job_id) VALUES ($1, $2, $3, '')
    ON CONFLICT (company_id, property_id) DO UPDATE SET again_at = excluded.renamed_at
    WHERE job_property_renaming.renamed_at < excluded.renamed_at)sql"};

constexpr db::Sql kCount{"job_property_renaming_count", R"sql(
    SELECT count(*) FROM job_property_renaming WHERE company_id = $1)sql"};

constexpr db::GlobalSql kDueCompanies{"job_property_renaming_due_companies", R"sql(
    SELECT DISTINCT company_id FROM job_property_renaming WHERE renamed_at <= $1)sql"};

constexpr db::Sql kFindDue{"job_property_renaming_find_due", R"sql(
    SELECT property_id, renamed_at, last_job_id FROM job_property_renaming
    WHERE company_id = $1 AND renamed_at <= $2 ORDER BY renamed_at, property_id LIMIT 1)sql"};

constexpr db::Sql kAdvance{"job_property_renaming_advance", R"sql(
    UPDATE job_property_renaming SET last_job_id = $4
    WHERE company_id = $1 AND property_id = $2 AND renamed_at = $3)sql"};

constexpr db::Sql kEnd{"job_property_renaming_end", R"sql(
    DELETE FROM job_property_renaming
    WHERE company_id = $1 AND property_id = $2 AND renamed_at = $3 AND again_at IS NULL)sql"};

constexpr db::Sql kRepeat{"job_property_renaming_repeat", R"sql(
    UPDATE job_property_renaming SET renamed_at = again_at, again_at = NULL, last_job_id = ''
    WHERE company_id = $1 AND property_id = $2 AND renamed_at = $3 AND again_at IS NOT NULL)sql"};

std::optional<std::string> find_label(db::Snapshot& snapshot, const JobPropertyId& property,
                                      std::string_view value, std::string_view language) {
    return snapshot.first(kFind, {value, language, without_region(language), property},
                          [](const db::Row& row) { return row.string(0); });
}

}  // namespace

std::map<std::string, std::string, std::less<>> list_property_labels(db::Snapshot& snapshot,
                                                                     std::string_view language) {
    std::map<std::string, std::string, std::less<>> labels;
    const auto rows = snapshot.all(kList, {language, without_region(language)}, [](const db::Row& row) {
        return std::pair{row.string(0), row.string(1)};
    });
    for (const auto& [property, label] : rows) labels[property] = label;
    return labels;
}

std::optional<std::string> find_property_label(db::Snapshot& snapshot, const JobPropertyId& property,
                                               std::string_view language) {
    return find_label(snapshot, property, "", language);
}

std::optional<std::string> find_value_label(db::Snapshot& snapshot, const JobPropertyId& property,
                                            std::string_view value, std::string_view language) {
    return find_label(snapshot, property, value, language);
}

bool put_label(db::Tx& tx, const JobPropertyId& property, const std::optional<std::string>& value,
               std::string_view language, std::string_view label) {
    return tx.execute(kPut, {property, value ? std::string_view{*value} : "", language, label}) == 1;
}

void record_property_renaming(db::Tx& tx, const JobPropertyId& property) {
    tx.enqueue(kRecord, {property, tx.now});
}

bool has_property_renamings(db::Snapshot& snapshot) {
    return snapshot.number(kCount) > 0;
}

std::vector<CompanyId> companies_with_due_property_renamings(db::Snapshot& snapshot) {
    return snapshot.all(kDueCompanies, {snapshot.now - kDelay},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

std::optional<PropertyRenaming> find_due_property_renaming(db::Snapshot& snapshot) {
    return snapshot.first(kFindDue, {snapshot.now - kDelay}, [](const db::Row& row) {
        return PropertyRenaming{
            .property = row.id<JobPropertyId>(0), .renamed_at = row.time(1), .last_job_id = row.string(2)};
    });
}

void advance_property_renaming(db::Tx& tx, const PropertyRenaming& renaming, const JobId& last) {
    tx.enqueue(kAdvance, {renaming.property, renaming.renamed_at, last});
}

void end_property_renaming(db::Tx& tx, const PropertyRenaming& renaming) {
    tx.enqueue(kEnd, {renaming.property, renaming.renamed_at});
    tx.enqueue(kRepeat, {renaming.property, renaming.renamed_at});
}

}  // namespace callboard::configuration::store
