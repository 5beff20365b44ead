#include "configuration/job_property_label_store.h"

#include "accounts/renaming_store.h"
#include "configuration/posting_version_store.h"

namespace callboard::configuration::store {
namespace {

using accounts::store::Renamed;

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
    accounts::store::record_renaming(tx, Renamed::job_property, property.text());
    advance_posting_version(tx);
}

std::vector<std::string> list_renamed_job_properties(db::Snapshot& snapshot) {
    return accounts::store::list_renamed(snapshot, Renamed::job_property);
}

bool has_property_renamings(db::Snapshot& snapshot) {
    return accounts::store::has_renamings(snapshot, Renamed::job_property);
}

}  // namespace callboard::configuration::store
