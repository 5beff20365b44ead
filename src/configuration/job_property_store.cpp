#include "configuration/job_property_store.h"

#include <string>

#include "base/encoding.h"

namespace callboard::configuration::store {
namespace {

constexpr std::string_view kVisible = "VISIBLE";
constexpr std::string_view kHidden = "HIDDEN";
constexpr std::string_view kActive = "ACTIVE";
constexpr std::string_view kInactive = "INACTIVE";
constexpr std::string_view kRequired = "REQUIRED";
constexpr std::string_view kOptional = "OPTIONAL";

constexpr db::Sql kList{"job_property_list", R"sql(
    SELECT id, label, category, type, visibility, activity, necessity, parent_id, value_count, active_value_count
    FROM job_property WHERE company_id = $1 ORDER BY created_at, id)sql"};

constexpr db::Sql kFind{"job_property_find", R"sql(
    SELECT id, label, category, type, visibility, activity, necessity, parent_id, value_count, active_value_count
    FROM job_property WHERE company_id = $1 AND id = $2)sql"};

// Each is later than those before, because they are listed by time.
constexpr db::Sql kInsert{"job_property_insert", R"sql(
    INSERT INTO job_property (company_id, id, label, label_key, category, type, visibility, activity, necessity, parent_id,
                              value_count, active_value_count, last_place, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULL, 0, 0, 0,
            (SELECT CASE WHEN max(p.created_at) >= $10 THEN max(p.created_at) + 1 ELSE $10 END
             FROM job_property p WHERE p.company_id = $1))
    ON CONFLICT (company_id, label_key) DO NOTHING)sql"};

constexpr db::Sql kCountLabel{"job_property_count_label", R"sql(
    SELECT count(*) FROM job_property WHERE company_id = $1 AND label_key = $2 AND id <> $3)sql"};

constexpr db::Sql kLock{"job_property_take_turn", R"sql(
    UPDATE job_property SET label = label WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kUpdate{"job_property_update", R"sql(
    UPDATE job_property SET label = $3, label_key = $4, category = $5, visibility = $6, activity = $7, necessity = $8
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kListHidden{"job_property_list_hidden", R"sql(
    SELECT id FROM job_property WHERE company_id = $1 AND (visibility = 'HIDDEN' OR activity = 'INACTIVE'))sql"};

constexpr db::Sql kSetParent{"job_property_set_parent", R"sql(
    UPDATE job_property SET parent_id = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kEndDependency{"job_property_end_dependency", R"sql(
    UPDATE job_property SET parent_id = NULL, dependency = dependency + 1 WHERE company_id = $1 AND id = $2)sql"};

JobProperty property_from(const db::Row& row) {
    return {{.label = row.string(1),
             .category = row.member<JobPropertyCategory>(2),
             .type = row.member<JobPropertyType>(3),
             .visible = row.text(4) == kVisible,
             .active = row.text(5) == kActive,
             .required = row.text(6) == kRequired},
            row.id<JobPropertyId>(0),
            row.optional_id<JobPropertyId>(7),
            row.integer(8),
            row.integer(9)};
}

std::string_view visibility(const JobProperty& property) {
    return property.visible ? kVisible : kHidden;
}
std::string_view activity(const JobProperty& property) {
    return property.active ? kActive : kInactive;
}
std::string_view necessity(const JobProperty& property) {
    return property.required ? kRequired : kOptional;
}

}  // namespace

std::vector<JobProperty> list_job_properties(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, property_from);
}

std::optional<JobProperty> find_job_property(db::Snapshot& snapshot, const JobPropertyId& id) {
    return snapshot.first(kFind, {id}, property_from);
}

bool insert_job_property(db::Tx& tx, const JobProperty& property) {
    const std::string key = fold(property.label);
    return tx.execute(kInsert, {property.id, property.label, key, property.category, property.type,
                                visibility(property), activity(property), necessity(property), tx.now}) == 1;
}

bool is_job_property_label_taken(db::Snapshot& snapshot, std::string_view label,
                                 const JobPropertyId& except) {
    const std::string key = fold(label);
    return snapshot.number(kCountLabel, {key, except}) > 0;
}

void lock_job_property(db::Tx& tx, const JobPropertyId& id) {
    tx.execute(kLock, {id});
}

void update_job_property(db::Tx& tx, const JobProperty& property) {
    const std::string key = fold(property.label);
    tx.execute(kUpdate, {property.id, property.label, key, property.category, visibility(property),
                         activity(property), necessity(property)});
}

std::vector<std::string> list_hidden_job_properties(db::Snapshot& snapshot) {
    return snapshot.all(kListHidden, {}, [](const db::Row& row) { return row.string(0); });
}

void set_parent(db::Tx& tx, const JobPropertyId& id, const JobPropertyId& parent) {
    tx.execute(kSetParent, {id, parent});
}

void end_dependency(db::Tx& tx, const JobPropertyId& id) {
    tx.execute(kEndDependency, {id});
}

}  // namespace callboard::configuration::store
