#include "configuration/job_property_dependents.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "accounts/company_store.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/access.h"
#include "configuration/job_properties.h"
#include "configuration/job_property_store.h"
#include "events/audit_log.h"

namespace callboard::configuration {
namespace {

const JobProperty* find(const std::vector<JobProperty>& all, std::string_view id) {
    const auto found = std::ranges::find(all, id, [](const JobProperty& each) { return each.id.text(); });
    return found == all.end() ? nullptr : &*found;
}

// Whether the property is the other one, or an ancestor of it.
bool is_above(const std::vector<JobProperty>& all, const JobPropertyId& property,
              const JobPropertyId& other) {
    std::optional<JobPropertyId> at = other;
    while (at) {
        if (*at == property) return true;
        const JobProperty* const known = find(all, at->text());
        at = known ? known->parent : std::nullopt;
    }
    return false;
}

class Addition {
  public:
    Addition(std::vector<JobProperty>& all, const JobProperty& parent) : all_(all), parent_(parent) {}

    // The property that becomes a dependent.
    JobPropertyId add(const std::string& id, std::size_t number) {
        const std::string at = "/ids/" + std::to_string(number);
        const auto found =
            std::ranges::find(all_, id, [](const JobProperty& each) { return each.id.text(); });
        if (found == all_.end())
            throw refusal("DEPENDENT_JOB_PROPERTY_NOT_FOUND",
                          "job property " + in_quotes(id) + " does not exist", at);
        if (is_above(all_, found->id, parent_.id))
            throw refusal("JOB_PROPERTIES_CIRCULAR_DEPENDENCY",
                          "job property " + in_quotes(id) + " would depend on itself", at);
        if (found->parent)
            throw refusal("JOB_PROPERTY_ALREADY_DEPENDENT",
                          "job property " + in_quotes(id) + " already depends on another one", at);
        if (found->type == JobPropertyType::text)
            throw Error{ErrorKind::unprocessable, Fault{"VALIDATION_ERROR", "is a text without values", at}};
        found->parent = parent_.id;
        return found->id;
    }

  private:
    static Error refusal(const char* code, std::string message, const std::string& at) {
        return {ErrorKind::invalid_request, Fault{code, std::move(message), at}};
    }

    std::vector<JobProperty>& all_;
    const JobProperty& parent_;
};

JobPropertyId dependent_of(db::Snapshot& snapshot, const JobPropertyId& parent, std::string_view dependent,
                           const char* code) {
    const auto id = JobPropertyId::parse(dependent);
    const auto known = id ? store::find_job_property(snapshot, *id) : std::nullopt;
    if (!known || known->parent != parent) throw not_found(code);
    return known->id;
}

JobPropertyId dependent_at(db::Snapshot& snapshot, const DependentPlace& place) {
    if (!store::find_property_value(snapshot, place.parent, place.value))
        throw not_found("JOB_PROPERTY_VALUE_NOT_FOUND");
    return dependent_of(snapshot, place.parent, place.dependent, "JOB_PROPERTY_DEPENDENT_NOT_FOUND");
}

void record(db::Tx& tx, const accounts::Actor& actor, std::string_view name, const JobPropertyId& parent,
            const JobPropertyId& dependent) {
    events::audit(tx, actor,
                  {.name = name,
                   .entity_type = "JOB_PROPERTY",
                   .entity_id = parent.text(),
                   .context = {{"dependentId", dependent.text()}}});
}

void record_value(db::Tx& tx, const accounts::Actor& actor, std::string_view name,
                  const DependentPlace& place, std::string_view value) {
    events::audit(
        tx, actor,
        {.name = name,
         .entity_type = "JOB_PROPERTY",
         .entity_id = place.parent.text(),
         .context = {
             {"valueId", place.value}, {"dependentId", place.dependent}, {"dependentValueId", value}}});
}

// The removal to continue. A change of `below` adds pairs that may be before the place reached.
std::optional<store::PairRemoval> next_removal(db::Snapshot& snapshot,
                                               const std::optional<store::PairRemoval>& last) {
    auto removal = store::find_pair_removal(snapshot);
    if (removal && last && removal->property == last->property && removal->below == last->below)
        removal->after = last->after;
    return removal;
}

}  // namespace

std::vector<JobProperty> dependents(db::Snapshot& snapshot, const accounts::Actor& actor,
                                    const JobPropertyId& parent, std::string_view language) {
    auto all = job_properties(snapshot, actor, language);
    if (!find(all, parent.text())) throw not_found("JOB_PROPERTY_NOT_FOUND");
    std::erase_if(all, [&](const JobProperty& each) { return each.parent != parent; });
    return all;
}

void add_dependents(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& parent,
                    const std::vector<std::string>& ids) {
    require_changing(actor);
    accounts::store::lock_company(tx);  // a circle may be made of changes of several properties
    const JobProperty known = lock_property(tx, actor, parent);
    if (known.type == JobPropertyType::text)
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR", "the property is a text without values", "/ids"}};
    auto all = store::list_job_properties(tx);
    Addition addition{all, known};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const JobPropertyId added = addition.add(ids[i], i);
        store::set_parent(tx, added, parent);
        record(tx, actor, "JOB_PROPERTY_DEPENDENT_ADDED", parent, added);
    }
}

void remove_dependent(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& parent,
                      std::string_view dependent) {
    lock_property(tx, actor, parent);
    const JobPropertyId id = dependent_of(tx, parent, dependent, "JOB_PROPERTY_DEPENDENT_NOT_FOUND");
    store::end_dependency(tx, id);
    store::begin_pair_removal(tx, id);
    record(tx, actor, "JOB_PROPERTY_DEPENDENT_REMOVED", parent, id);
}

std::optional<store::PairRemoval> delete_removed_pairs(db::Tx& tx,
                                                       const std::optional<store::PairRemoval>& last,
                                                       std::int64_t most) {
    auto removal = next_removal(tx, last);
    if (!removal) return std::nullopt;
    const auto end = store::end_of_range(tx, *removal, most);
    if (end) {
        store::delete_pairs(tx, *removal, *end);
        removal->after = *end;
    } else {
        store::end_pair_removal(tx, *removal);
    }
    return removal;
}

std::vector<store::DependentPair> dependent_pairs(db::Snapshot& snapshot, const accounts::Actor& actor,
                                                  const JobPropertyId& parent, std::string_view dependent,
                                                  std::string_view language) {
    job_property(snapshot, actor, parent);
    const JobPropertyId id = dependent_of(snapshot, parent, dependent, "DEPENDENCY_NOT_FOUND");
    return store::list_dependent_pairs(snapshot, parent, id, language);
}

ValuePage dependent_value_page(db::Snapshot& snapshot, const accounts::Actor& actor,
                               const DependentPlace& place, std::string_view language, std::int64_t after,
                               std::int64_t most) {
    job_property(snapshot, actor, place.parent);
    const JobPropertyId id = dependent_at(snapshot, place);
    return {.total = store::count_dependent_values(snapshot, id, place.value),
            .values = store::page_of_dependent_values(snapshot, id, place.value, language, after, most)};
}

void add_dependent_value(db::Tx& tx, const accounts::Actor& actor, const DependentPlace& place,
                         const std::string& value, const JobPropertyLimits& limits) {
    lock_property(tx, actor, place.parent);
    const JobPropertyId id = dependent_at(tx, place);
    if (!store::find_property_value(tx, id, value))
        throw Error{ErrorKind::invalid_request,
                    Fault{"JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND",
                          "value " + in_quotes(value) + " of the dependent property does not exist", "/id"}};
    if (!store::insert_dependent_value(tx, place.parent, place.value, id, value))
        throw conflict("JOB_PROPERTY_DEPENDENT_VALUE_EXISTS", "the value was already added");
    // They are listed in one response.
    if (store::count_dependent_pairs(tx, id, limits.dependent_pairs + 1) > limits.dependent_pairs)
        throw unprocessable("VALUES_LIMIT_REACHED", "a dependent can have " +
                                                        std::to_string(limits.dependent_pairs) +
                                                        " possible values, those of all values together");
    record_value(tx, actor, "JOB_PROPERTY_DEPENDENT_VALUE_ADDED", place, value);
}

void remove_dependent_value(db::Tx& tx, const accounts::Actor& actor, const DependentPlace& place,
                            std::string_view value) {
    lock_property(tx, actor, place.parent);
    const JobPropertyId id = dependent_at(tx, place);
    if (!store::delete_dependent_value(tx, id, place.value, value))
        throw not_found("JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND");
    record_value(tx, actor, "JOB_PROPERTY_DEPENDENT_VALUE_REMOVED", place, value);
}

}  // namespace callboard::configuration
