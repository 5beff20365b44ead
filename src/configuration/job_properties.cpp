#include "configuration/job_properties.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "accounts/company_store.h"
#include "base/ascii.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/access.h"
#include "configuration/dictionary.h"
#include "configuration/job_property_label_store.h"
#include "configuration/job_property_store.h"
#include "configuration/posting_version_store.h"
#include "events/audit_log.h"

namespace callboard::configuration {
namespace {

// The fields that every job has, case-folded and sorted: a second field with such a name would be mistaken
// for it.
constexpr auto kFieldsOfJobs = std::to_array<std::string_view>({"access groups",
                                                                "city",
                                                                "compensation",
                                                                "country",
                                                                "creator",
                                                                "department",
                                                                "eeo category",
                                                                "experience level",
                                                                "function",
                                                                "hiring team",
                                                                "industry",
                                                                "job ad",
                                                                "job id",
                                                                "language",
                                                                "location",
                                                                "positions",
                                                                "posting status",
                                                                "ref number",
                                                                "reference number",
                                                                "refnumber",
                                                                "region",
                                                                "status",
                                                                "target hiring date",
                                                                "template",
                                                                "title",
                                                                "type of employment"});
static_assert(std::ranges::is_sorted(kFieldsOfJobs));

Error not_allowed(std::string message) {
    return {ErrorKind::unprocessable, Fault{"DEFINITION_NAME_IS_NOT_ALLOWED", std::move(message), "/label"}};
}

Error label_taken(const std::string& label) {
    return not_allowed("another job property has the label " + in_quotes(label));
}

void check_label(const std::string& label) {
    if (is_blank(label)) throw not_allowed("must not be blank");
    if (std::ranges::binary_search(kFieldsOfJobs, fold(trimmed(label))))
        throw not_allowed(in_quotes(label) + " is the name of a field that every job has");
}

void require_active_values(const JobProperty& property) {
    if (property.type == JobPropertyType::text || property.active_value_count > 0) return;
    throw conflict("NO_ACTIVE_VALUES", "a property without active values cannot be activated");
}

void translate(db::Snapshot& snapshot, JobProperty& property, std::string_view language) {
    if (language == "en") return;
    if (auto label = store::find_property_label(snapshot, property.id, language))
        property.label = std::move(*label);
}

std::string_view yes_or_no(bool value) {
    return value ? "true" : "false";
}

void record(db::Tx& tx, const accounts::Actor& actor, std::string_view name, const JobProperty& property) {
    events::audit(tx, actor,
                  {.name = name,
                   .entity_type = "JOB_PROPERTY",
                   .entity_id = property.id.text(),
                   .context = {{"label", property.label},
                               {"category", name_of(property.category)},
                               {"type", name_of(property.type)},
                               {"visible", yes_or_no(property.visible)},
                               {"active", yes_or_no(property.active)},
                               {"required", yes_or_no(property.required)}}});
}

void rename(db::Tx& tx, const JobProperty& property) {
    check_label(property.label);
    if (store::is_job_property_label_taken(tx, property.label, property.id))
        throw label_taken(property.label);
    store::record_property_renaming(tx, property.id);
}

// Returns the property as it is stored now.
JobProperty changed(db::Tx& tx, const accounts::Actor& actor, const JobProperty& before,
                    const JobPropertyDraft& draft, std::string_view audit_name) {
    if (static_cast<const JobPropertyDraft&>(before) == draft) return before;
    JobProperty after = before;
    static_cast<JobPropertyDraft&>(after) = draft;
    if (after.type != before.type)
        throw Error{ErrorKind::invalid_request,
                    Fault{"JOB_PROPERTY_NOT_EDITABLE", "the type of a property cannot be changed", "/type"}};
    if (after.label != before.label) rename(tx, after);
    if (after.active && !before.active) require_active_values(after);
    store::update_job_property(tx, after);
    if (after.visible != before.visible || after.active != before.active) store::advance_posting_version(tx);
    record(tx, actor, audit_name, after);
    return after;
}

void set_activity(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id, bool active,
                  std::string_view audit_name) {
    const JobProperty before = lock_property(tx, actor, id);
    JobPropertyDraft draft = before;
    draft.active = active;
    changed(tx, actor, before, draft, audit_name);
}

}  // namespace

std::vector<JobProperty> job_properties(db::Snapshot& snapshot, const accounts::Actor& actor,
                                        std::string_view language) {
    require_reading(actor);
    auto properties = store::list_job_properties(snapshot);
    if (language == "en") return properties;
    const auto labels = store::list_property_labels(snapshot, language);
    for (JobProperty& property : properties)
        if (const auto found = labels.find(property.id.text()); found != labels.end())
            property.label = found->second;
    return properties;
}

JobProperty job_property(db::Snapshot& snapshot, const accounts::Actor& actor, const JobPropertyId& id,
                         std::string_view language) {
    require_reading(actor);
    auto property = store::find_job_property(snapshot, id);
    if (!property) throw not_found("JOB_PROPERTY_NOT_FOUND");
    translate(snapshot, *property, language);
    return std::move(*property);
}

JobProperty add_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyDraft& draft,
                             const JobPropertyLimits& limits) {
    require_changing(actor);
    check_label(draft.label);
    accounts::store::lock_company(tx);
    if (std::ssize(store::list_job_properties(tx)) >= limits.properties)
        throw unprocessable("JOB_PROPERTY_LIMIT_EXCEEDED",
                            "a company can have " + std::to_string(limits.properties) + " job properties");
    const JobProperty made{draft, tx.new_id<JobPropertyId>(), std::nullopt};
    if (!store::insert_job_property(tx, made)) throw label_taken(made.label);
    record(tx, actor, "JOB_PROPERTY_CREATED", made);
    return made;
}

JobProperty change_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id,
                                FunctionRef<JobPropertyDraft(const JobPropertyDraft&)> edit) {
    const JobProperty before = lock_property(tx, actor, id);
    return changed(tx, actor, before, edit(before), "JOB_PROPERTY_UPDATED");
}

void activate_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id) {
    set_activity(tx, actor, id, true, "JOB_PROPERTY_ACTIVATED");
}

void deactivate_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id) {
    set_activity(tx, actor, id, false, "JOB_PROPERTY_DEACTIVATED");
}

void translate_job_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id,
                            const std::vector<LabelTranslation>& labels) {
    JobProperty property = lock_property(tx, actor, id);
    check_translations(labels);
    for (const LabelTranslation& each : labels) {
        if (each.language == "en") {
            JobPropertyDraft draft = property;
            draft.label = each.label;
            property = changed(tx, actor, property, draft, "JOB_PROPERTY_UPDATED");
            continue;
        }
        if (!store::put_label(tx, id, std::nullopt, each.language, each.label)) continue;
        store::record_property_renaming(tx, id);  // postings repeat labels in their language
        events::audit(tx, actor,
                      {.name = "JOB_PROPERTY_TRANSLATED",
                       .entity_type = "JOB_PROPERTY",
                       .entity_id = id.text(),
                       .context = {{"language", each.language}, {"label", each.label}}});
    }
}

JobProperty lock_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& id) {
    require_changing(actor);
    store::lock_job_property(tx, id);
    auto property = store::find_job_property(tx, id);
    if (!property) throw not_found("JOB_PROPERTY_NOT_FOUND");
    return std::move(*property);
}

void check_translations(const std::vector<LabelTranslation>& labels) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto& [language, label] = labels[i];
        const std::string at = "/" + std::to_string(i);
        if (!find_language(language))
            throw Error{ErrorKind::invalid_request,
                        Fault{"PROPERTY_INVALID", "language " + in_quotes(language) + " does not exist",
                              at + "/language"}};
        if (std::ranges::count(labels, language, &LabelTranslation::language) > 1)
            throw Error{ErrorKind::conflict,
                        Fault{"LANGUAGE_GIVEN_TWICE", "language " + in_quotes(language) + " is given twice",
                              at + "/language"}};
        if (is_blank(label))
            throw Error{ErrorKind::unprocessable,
                        Fault{"VALIDATION_ERROR", "must not be blank", at + "/label"}};
    }
}

bool is_blank(std::string_view label) {
    return trimmed(label, " \t\r\n").empty();
}

}  // namespace callboard::configuration
