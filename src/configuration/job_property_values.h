// The values of job properties that are lists, on behalf of an actor. Values are archived, never deleted:
// jobs keep them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/function_ref.h"
#include "configuration/job_properties.h"
#include "configuration/job_property.h"
#include "configuration/job_property_value_store.h"
#include "db/db.h"

namespace callboard::configuration {

struct ValuePage {
    std::int64_t total = 0;
    std::vector<store::PlacedValue> values;
};

// At most this many values after the given place, with labels in the language. Throws JOB_PROPERTY_NOT_FOUND,
// like all functions below.
ValuePage property_value_page(db::Snapshot& snapshot, const accounts::Actor& actor,
                              const JobPropertyId& property, std::string_view language, std::int64_t after,
                              std::int64_t most);

struct ValueDraft {
    std::optional<std::string> id;  // absent: generated
    std::string label;
    bool archived = false;
};

// Throws VALUES_NOT_ALLOWED for a text; JOB_PROPERTY_VALUE_ID_ALREADY_EXISTS,
// JOB_PROPERTY_VALUE_LABEL_ALREADY_EXISTS; VALUE_LABEL_IS_BLANK, VALUE_LABEL_IS_INVALID;
// VALUES_LIMIT_REACHED, ACTIVE_VALUES_LIMIT_REACHED.
JobPropertyValue add_property_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                                    const ValueDraft& draft,
                                    const JobPropertyLimits& limits = kJobPropertyLimits);

struct ValueEdit {
    std::string label;
    bool archived = false;
};

// `edit` makes the new label and state of the current ones. Throws JOB_PROPERTY_VALUE_NOT_FOUND, and those of
// labels and limits.
JobPropertyValue change_property_value(db::Tx& tx, const accounts::Actor& actor,
                                       const JobPropertyId& property, std::string_view id,
                                       FunctionRef<ValueEdit(const ValueEdit&)> edit,
                                       const JobPropertyLimits& limits = kJobPropertyLimits);

void archive_property_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                            std::string_view id);
// Throws VALUE_LABEL_IS_INVALID if an active value has the label now.
void unarchive_property_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                              std::string_view id, const JobPropertyLimits& limits = kJobPropertyLimits);

// `ids` are those of all values, archived ones too, in their new order. Throws VALUES_NOT_ALLOWED; CONFLICT
// if the property has other values.
void reorder_property_values(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                             const std::vector<std::string>& ids);

// Like translate_job_property().
void translate_property_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property,
                              std::string_view id, const std::vector<LabelTranslation>& labels);

}  // namespace callboard::configuration
