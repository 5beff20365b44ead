// Definitions of job properties, on behalf of an actor. Reading needs the right to read the configuration,
// changing the right to change it. A change writes an audit record; one without an effect writes nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/function_ref.h"
#include "configuration/job_property.h"
#include "db/db.h"

namespace callboard::configuration {

// Labels are in the language if there is a translation, or else in English. Oldest first.
std::vector<JobProperty> job_properties(db::Snapshot& snapshot, const accounts::Actor& actor,
                                        std::string_view language = "en");
// Throws JOB_PROPERTY_NOT_FOUND, like all functions below.
JobProperty job_property(db::Snapshot& snapshot, const accounts::Actor& actor, const JobPropertyId& id,
                         std::string_view language = "en");

// Throws JOB_PROPERTY_LIMIT_EXCEEDED, or DEFINITION_NAME_IS_NOT_ALLOWED for a label that is blank, the name
// of a field that every job has, or the label of another property.
JobProperty add_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyDraft& draft,
                             const JobPropertyLimits& limits = kJobPropertyLimits);

// `edit` makes the new definition of the current one, whose row is locked. Throws
// DEFINITION_NAME_IS_NOT_ALLOWED; JOB_PROPERTY_NOT_EDITABLE for another type; NO_ACTIVE_VALUES.
JobProperty change_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id,
                                FunctionRef<JobPropertyDraft(const JobPropertyDraft&)> edit);

// A list without active values cannot be activated: NO_ACTIVE_VALUES.
void activate_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id);
void deactivate_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id);

struct LabelTranslation {
    std::string language;
    std::string label;
};

// Adds and replaces labels; English replaces the label of the definition itself. Throws PROPERTY_INVALID for
// an unknown language, LANGUAGE_GIVEN_TWICE.
void translate_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id,
                            const std::vector<LabelTranslation>& labels);

// For the other verbs of job properties.
JobProperty lock_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id);
void check_translations(const std::vector<LabelTranslation>& labels);
bool is_blank(std::string_view label);

}  // namespace callboard::configuration
