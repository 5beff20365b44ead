#include "jobs/property_label_store.h"

#include <array>
#include <optional>

#include "configuration/job_property_label_store.h"

namespace callboard::jobs::store {
namespace {

// CROSS JOIN makes SQLite begin with the jobs.
constexpr db::ListSql kRenamed{
    "job_property_renamed_labels", "c.property_id, c.value_id, p.label, v.label",
    "FROM job_property_choice c CROSS JOIN renaming r CROSS JOIN job_property p"
    " LEFT JOIN job_property_value v ON v.company_id = p.company_id AND v.property_id = p.id AND v.id = "
    "c.value_id"
    " WHERE c.company_id = $1 AND r.company_id = c.company_id AND r.kind = 'JOB_PROPERTY' AND r.id = "
    "c.property_id"
    " AND p.company_id = c.company_id AND p.id = c.property_id",
    ""};

constexpr db::ListSql kTranslated{
    "job_property_translated_labels", "t.property_id, t.value_id, t.language, t.label",
    "FROM job_property_choice c CROSS JOIN job_property_translation t"
    " WHERE c.company_id = $1 AND t.company_id = c.company_id AND t.property_id = c.property_id"
    " AND t.value_id IN ('', COALESCE(c.value_id, ''))",
    ""};

struct TranslatedLabel {
    std::string property;
    std::string value;
    std::string language;
    std::string label;
};

TranslatedLabel translated_from(const db::Row& row) {
    return {
        .property = row.string(0), .value = row.string(1), .language = row.string(2), .label = row.string(3)};
}

struct RenamedLabels {
    std::string property;
    std::optional<std::string> value;
    std::string label;
    std::optional<std::string> value_label;  // a text has none
};

RenamedLabels renamed_from(const db::Row& row) {
    return {.property = row.string(0),
            .value = row.optional_string(1),
            .label = row.string(2),
            .value_label = row.optional_string(3)};
}

}  // namespace

PropertyLabels renamed_labels(db::Snapshot& snapshot, std::span<const JobId> jobs) {
    PropertyLabels labels;
    if (jobs.empty()) return labels;
    db::ListQuery list{kRenamed};
    list.where_any("c.job_id", jobs).whole();
    for (RenamedLabels& each : snapshot.all(list, renamed_from)) {
        labels.emplace(std::pair{each.property, ""}, std::move(each.label));
        if (each.value && each.value_label)
            labels.emplace(std::pair{std::move(each.property), std::move(*each.value)},
                           std::move(*each.value_label));
    }
    return labels;
}

PropertyLabels translated_labels(db::Snapshot& snapshot, std::span<const JobId> jobs,
                                 std::string_view language) {
    PropertyLabels labels;
    if (jobs.empty()) return labels;
    const std::array languages{language, configuration::store::without_region(language)};
    db::ListQuery list{kTranslated};
    list.where_any("c.job_id", jobs).where_any("t.language", languages).whole();
    for (TranslatedLabel& each : snapshot.all(list, translated_from)) {
        std::pair key{std::move(each.property), std::move(each.value)};
        if (each.language == language) {
            labels.insert_or_assign(std::move(key), std::move(each.label));
        } else {
            labels.emplace(std::move(key), std::move(each.label));
        }
    }
    return labels;
}

}  // namespace callboard::jobs::store
