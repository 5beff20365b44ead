#include "candidates/properties.h"

#include <algorithm>
#include <cstdlib>
#include <expected>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/in_quotes.h"
#include "candidates/access.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "candidates/property_value.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "wire/json_writer.h"

namespace callboard::candidates {
namespace {

using configuration::CandidateProperty;

// The primary application; without one, the values of the candidate itself are used.
std::optional<Application> holder(const Visible& seen) {
    const Assignment* const primary = seen.primary();
    if (!primary) return std::nullopt;
    return *primary;
}

std::optional<Application> visible_holder(db::Snapshot& snapshot, const accounts::Actor& actor,
                                          const CandidateId& candidate, const std::optional<JobId>& job) {
    if (job) return visible_application(snapshot, actor, candidate, *job, kPropertiesRefused);
    return holder(visible(snapshot, actor, candidate, kForbidden));
}

std::optional<Application> lock_holder(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                                       const std::optional<JobId>& job) {
    if (job) return lock_application(tx, actor, candidate, *job, kPropertiesRefused);
    return holder(lock_candidate(tx, actor, candidate, kForbidden));
}

std::optional<JobId> job_of(const std::optional<Application>& application) {
    if (!application) return std::nullopt;
    return application->job;
}

std::optional<std::string> value_among(const std::vector<store::StoredValue>& values,
                                       std::string_view property) {
    const auto found = std::ranges::find(values, property, &store::StoredValue::first);
    if (found == values.end()) return std::nullopt;
    return found->second;
}

struct Change {
    CandidateProperty property;
    std::optional<std::string> value;
};

// One of the changes that are asked for, validated.
std::expected<Change, Fault> checked(db::Snapshot& snapshot, const accounts::Actor& actor,
                                     const PropertyChange& wanted,
                                     const std::vector<store::StoredValue>& stored,
                                     const std::vector<Change>& others) {
    auto property = configuration::find_candidate_property(snapshot, wanted.property);
    if (!property)
        throw not_found("PROPERTY_NOT_FOUND", "property " + in_quotes(wanted.property) + " does not exist");
    if (!is_for(*property, actor))
        return std::unexpected(Fault{"INACCESSIBLE_FIELD", "this user may not change " + property->key, ""});
    if (std::ranges::any_of(others, [&](const Change& other) { return other.property.id == property->id; }))
        return std::unexpected(Fault{"DUPLICATE_PROPERTIES", property->key + " is given more than once", ""});
    if (!wanted.value) return Change{std::move(*property), std::nullopt};
    auto value = checked_value(snapshot, *property, *wanted.value, value_among(stored, property->id.text()));
    if (!value) return std::unexpected(std::move(value).error());
    return Change{std::move(*property), *std::move(value)};
}

// Validates all changes, before anything is written.
std::vector<Change> checked(db::Snapshot& snapshot, const accounts::Actor& actor,
                            const std::vector<PropertyChange>& wanted,
                            const std::vector<store::StoredValue>& stored) {
    std::vector<Change> changes;
    std::vector<Fault> faults;
    for (const PropertyChange& each : wanted) {
        if (auto change = checked(snapshot, actor, each, stored, changes)) {
            changes.push_back(*std::move(change));
        } else {
            Fault& fault = faults.emplace_back(std::move(change).error());
            fault.path.insert(0, each.place);
        }
    }
    if (!faults.empty()) throw Error{ErrorKind::invalid_request, std::move(faults)};
    return changes;
}

template <class Text>
std::string listed(const std::vector<Change>& changes, Text text_of) {
    std::string text;
    wire::JsonWriter json{text};
    json.open_array();
    for (const Change& change : changes) json.text(text_of(change.property));
    json.close_array();
    return text;
}

void record_changes(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                    const std::optional<Application>& application, const std::vector<Change>& changes) {
    if (application) {
        events::append(tx, events::ApplicationFieldsUpdated{.job_id = application->job,
                                                            .candidate_id = candidate,
                                                            .application_id = application->id});
    }
    const std::string ids = listed(changes, [](const CandidateProperty& each) { return each.id.text(); });
    const std::string keys =
        listed(changes, [](const CandidateProperty& each) { return std::string_view{each.key}; });
    events::audit(
        tx, actor,
        {.name = "APPLICATION_PROPERTIES_UPDATED",
         .entity_type = application ? events::EntityName{"APPLICATION"} : events::EntityName{"CANDIDATE"},
         .entity_id = application ? application->id.text() : candidate.text(),
         .context = {{"updatedPropertiesIds", events::AuditValue::json(ids)},
                     {"updatedPropertiesKeys", events::AuditValue::json(keys)}}});
}

bool is_asked_in(const CandidateProperty& property, std::optional<configuration::PropertyContext> context) {
    return !context || std::ranges::find(property.contexts, *context) != property.contexts.end();
}

}  // namespace

bool has_full_access(const accounts::Actor& actor) {
    const accounts::Jobs sees = accounts::rights_of(actor.role).sees;
    return sees == accounts::Jobs::all || sees == accounts::Jobs::of_groups;
}

bool is_for(const CandidateProperty& property, const accounts::Actor& actor) {
    return property.audience == configuration::PropertyAudience::all || has_full_access(actor);
}

bool narrow_to_visible_values(db::ListQuery& list, const accounts::Actor& reader, std::string_view job,
                              std::string_view audience) {
    if (!has_full_access(reader))
        list.where(std::string{audience}.append(" ="), configuration::PropertyAudience::all);
    switch (accounts::rights_of(reader.role).sees) {
        case accounts::Jobs::all: return true;
        case accounts::Jobs::of_groups:
            list.where_matching(std::string{"("}
                                    .append(job)
                                    .append(" = '' OR ")
                                    .append(jobs::visible_jobs_condition(reader, job))
                                    .append(")"),
                                reader.id());
            return true;
        case accounts::Jobs::own: return jobs::narrow_to_visible_jobs(list, reader, job);
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

std::vector<PropertyValue> properties(db::Snapshot& snapshot, const accounts::Actor& actor,
                                      const CandidateId& candidate, const std::optional<JobId>& job,
                                      std::optional<configuration::PropertyContext> context) {
    const auto application = visible_holder(snapshot, actor, candidate, job);
    const auto stored = store::list_properties(snapshot, candidate, job_of(application));
    std::vector<PropertyValue> values;
    for (CandidateProperty& property : configuration::candidate_properties(snapshot)) {
        if (!is_for(property, actor) || !is_asked_in(property, context)) continue;
        auto value = value_among(stored, property.id.text());
        auto selected = value ? selected_values(snapshot, property, *value)
                              : std::vector<configuration::PropertyChoice>{};
        values.push_back({std::move(property), std::move(value), std::move(selected)});
    }
    return values;
}

void set_properties(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                    const std::optional<JobId>& job, const std::vector<PropertyChange>& wanted) {
    const auto application = lock_holder(tx, actor, candidate, job);
    const auto holder_job = job_of(application);
    const auto stored = store::list_properties(tx, candidate, holder_job);
    std::vector<Change> changes = checked(tx, actor, wanted, stored);
    std::erase_if(changes, [&](const Change& each) {
        return value_among(stored, each.property.id.text()) == each.value;
    });
    if (changes.empty()) return;
    for (const Change& change : changes) {
        if (change.value) {
            store::put_property(tx, candidate, holder_job, change.property.id.text(), *change.value);
        } else {
            store::remove_property(tx, candidate, holder_job, change.property.id.text());
        }
    }
    if (application) store::update(tx, *application);  // makes it the application that changed last
    store::touch(tx, candidate);
    record_changes(tx, actor, candidate, application, changes);
}

}  // namespace callboard::candidates
