#include "configuration/job_property_values.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/in_quotes.h"
#include "base/random.h"
#include "configuration/job_property_label_store.h"
#include "configuration/value_order.h"
#include "events/audit_log.h"

namespace callboard::configuration {
namespace {

Error label_exists(ErrorKind kind, const char* code, const std::string& label) {
    return {kind, Fault{code, "another value has the label " + in_quotes(label), "/label"}};
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

void check_label(const std::string& label) {
    if (is_blank(label))
        throw Error{ErrorKind::unprocessable, Fault{"VALUE_LABEL_IS_BLANK", "must not be blank", "/label"}};
    if (std::ranges::any_of(label, is_control))
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALUE_LABEL_IS_INVALID", "must not contain control characters", "/label"}};
}

void check_id(const std::string& id) {
    if (!id.contains('/') && id != kNoPropertyValue && !std::ranges::any_of(id, is_control)) return;
    throw Error{
        ErrorKind::unprocessable,
        Fault{"VALIDATION_ERROR",
              "must not contain a slash or control characters, and must not be the word null", "/id"}};
}

void require_free_label(db::Tx& tx, const JobPropertyId& property, const JobPropertyValue& value) {
    if (value.archived || !store::is_value_label_taken(tx, property, value.label, value.id)) return;
    throw label_exists(ErrorKind::conflict, "JOB_PROPERTY_VALUE_LABEL_ALREADY_EXISTS", value.label);
}

void require_list(const JobProperty& property) {
    if (property.type == JobPropertyType::text)
        throw invalid_request("VALUES_NOT_ALLOWED", "the property is a text and has no list of values");
}

void require_room_for_active(const JobProperty& property, const JobPropertyLimits& limits) {
    if (property.active_value_count < limits.active_values) return;
    throw unprocessable("ACTIVE_VALUES_LIMIT_REACHED", "a job property can have " +
                                                           std::to_string(limits.active_values) +
                                                           " active values; archive others first");
}

JobPropertyValue existing(db::Snapshot& snapshot, const JobPropertyId& property, std::string_view id) {
    auto value = store::find_property_value(snapshot, property, id);
    if (!value) throw not_found("JOB_PROPERTY_VALUE_NOT_FOUND");
    return std::move(*value);
}

void record(db::Tx& tx, const accounts::Actor& actor, std::string_view name, const JobPropertyId& property,
            const JobPropertyValue& value) {
    events::audit(tx, actor,
                  {.name = name,
                   .entity_type = "JOB_PROPERTY",
                   .entity_id = property.text(),
                   .context = {{"valueId", value.id}, {"label", value.label}}});
}

void rename(db::Tx& tx, const accounts::Actor& actor, const JobProperty& property,
            const JobPropertyValue& value) {
    check_label(value.label);
    require_free_label(tx, property.id, value);
    store::rename_value(tx, property.id, value.id, value.label);
    store::record_property_renaming(tx, property.id);
    record(tx, actor, "JOB_PROPERTY_VALUE_UPDATED", property.id, value);
}

void archive(db::Tx& tx, const accounts::Actor& actor, const JobProperty& property,
             const JobPropertyValue& value) {
    if (value.archived) return;
    store::archive_value(tx, property.id, value.id);
    record(tx, actor, "JOB_PROPERTY_VALUE_ARCHIVED", property.id, value);
}

void unarchive(db::Tx& tx, const accounts::Actor& actor, const JobProperty& property,
               const JobPropertyValue& value, const JobPropertyLimits& limits) {
    if (!value.archived) return;
    require_room_for_active(property, limits);
    if (store::is_value_label_taken(tx, property.id, value.label, value.id))
        throw label_exists(ErrorKind::unprocessable, "VALUE_LABEL_IS_INVALID", value.label);
    store::unarchive_value(tx, property.id, value.id);
    record(tx, actor, "JOB_PROPERTY_VALUE_UNARCHIVED", property.id, value);
}

}  // namespace

ValuePage property_value_page(db::Snapshot& snapshot, const accounts::Actor& actor,
                              const JobPropertyId& property, std::string_view language, std::int64_t after,
                              std::int64_t most) {
    return {.total = job_property(snapshot, actor, property).value_count,
            .values = store::page_of_values(snapshot, property, language, after, most)};
}

JobPropertyValue add_property_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                                    const ValueDraft& draft, const JobPropertyLimits& limits) {
    const JobProperty known = lock_property(tx, actor, property);
    require_list(known);
    JobPropertyValue made{.id = draft.id.value_or(""), .label = draft.label, .archived = draft.archived};
    if (!draft.id) made.id = random_text(24, "0123456789abcdef");
    check_id(made.id);
    check_label(made.label);
    if (known.value_count >= limits.values)
        throw unprocessable("VALUES_LIMIT_REACHED",
                            "a job property can have " + std::to_string(limits.values) + " values");
    if (!made.archived) require_room_for_active(known, limits);
    if (store::find_property_value(tx, property, made.id))
        throw Error{ErrorKind::conflict, Fault{"JOB_PROPERTY_VALUE_ID_ALREADY_EXISTS",
                                               "another value has the id " + in_quotes(made.id), "/id"}};
    require_free_label(tx, property, made);
    store::insert_value(tx, property, made);
    record(tx, actor, "JOB_PROPERTY_VALUE_CREATED", property, made);
    return made;
}

JobPropertyValue change_property_value(db::Tx& tx, const accounts::Actor& actor,
                                       const JobPropertyId& property, std::string_view id,
                                       FunctionRef<ValueEdit(const ValueEdit&)> edit,
                                       const JobPropertyLimits& limits) {
    const JobProperty known = lock_property(tx, actor, property);
    JobPropertyValue value = existing(tx, property, id);
    const ValueEdit wanted = edit({.label = value.label, .archived = value.archived});
    if (wanted.archived) {
        archive(tx, actor, known, value);
        value.archived = true;
    }
    if (wanted.label != value.label) {
        value.label = wanted.label;
        rename(tx, actor, known, value);
    }
    if (!wanted.archived) {
        unarchive(tx, actor, known, value, limits);
        value.archived = false;
    }
    return value;
}

void archive_property_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                            std::string_view id) {
    const JobProperty known = lock_property(tx, actor, property);
    archive(tx, actor, known, existing(tx, property, id));
}

void unarchive_property_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                              std::string_view id, const JobPropertyLimits& limits) {
    const JobProperty known = lock_property(tx, actor, property);
    unarchive(tx, actor, known, existing(tx, property, id), limits);
}

void reorder_property_values(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                             const std::vector<std::string>& ids) {
    const JobProperty known = lock_property(tx, actor, property);
    require_list(known);
    const auto moved = moved_values(store::list_value_places(tx, property), ids);
    if (moved.empty()) return;
    for (const ValuePlace& each : moved) store::move_value(tx, property, each);
    events::audit(tx, actor,
                  {.name = "JOB_PROPERTY_VALUES_REORDERED",
                   .entity_type = "JOB_PROPERTY",
                   .entity_id = property.text(),
                   .context = {{"label", known.label}}});
}

void translate_property_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                              std::string_view id, const std::vector<LabelTranslation>& labels) {
    const JobProperty known = lock_property(tx, actor, property);
    JobPropertyValue value = existing(tx, property, id);
    check_translations(labels);
    for (const LabelTranslation& each : labels) {
        if (each.language == "en") {
            if (std::exchange(value.label, each.label) != each.label) rename(tx, actor, known, value);
            continue;
        }
        if (!store::put_label(tx, property, value.id, each.language, each.label)) continue;
        store::record_property_renaming(tx, property);  // postings repeat labels in their language
        events::audit(
            tx, actor,
            {.name = "JOB_PROPERTY_VALUE_TRANSLATED",
             .entity_type = "JOB_PROPERTY",
             .entity_id = property.text(),
             .context = {{"valueId", value.id}, {"language", each.language}, {"label", each.label}}});
    }
}

}  // namespace callboard::configuration
