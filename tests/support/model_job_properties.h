// Job properties in the model (support/model.h): definitions, and which values a job can have.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>

namespace callboard::test::model {

struct JobProperty {
    std::string id;
    bool is_text = false;
    bool required = false;
    bool active = true;
    std::vector<std::string> values;  // in order, with archived ones; a text has none
    std::set<std::string> archived;
    std::string parent;                                     // empty: none
    std::set<std::pair<std::string, std::string>> fitting;  // a value of the parent, and one that it allows

    bool has_active_value() const { return archived.size() < values.size(); }
};

// What a caller sends for one property; "null" removes the value.
struct JobChoice {
    std::string property;
    std::string value;
};

using JobValues = std::map<std::string, std::string>;  // by property; a value, or a text

// The values that a job gets, or the code of the first error.
struct JobValuesOrError {
    JobValues values;
    std::string error;
};

class JobProperties {
  public:
    std::vector<JobProperty> all;  // oldest first; parents before their dependents

    const JobProperty* find(const std::string& id) const {
        const auto found = std::ranges::find(all, id, &JobProperty::id);
        return found == all.end() ? nullptr : &*found;
    }

    JobValuesOrError resolved(const std::vector<JobChoice>& choices, const JobValues& before) const {
        const JobValues wanted = known(choices);
        for (const auto& code : {inactive(wanted, before), misfit(wanted, before), missing(wanted)})
            if (!code.empty()) return {{}, code};
        return {wanted, ""};
    }

  private:
    // The last choice for each property, without removals, unknown properties and unknown values.
    JobValues known(const std::vector<JobChoice>& choices) const {
        JobValues values;
        for (const auto& [property, value] : choices) {
            const JobProperty* const definition = find(property);
            if (!definition) continue;
            values.erase(property);
            const bool exists = definition->is_text || std::ranges::count(definition->values, value) > 0;
            if (exists && value != "null") values[property] = value;
        }
        return values;
    }
    static bool is_kept(const std::string& property, const JobValues& wanted, const JobValues& before) {
        const auto now = wanted.find(property);
        const auto then = before.find(property);
        return now != wanted.end() && then != before.end() && now->second == then->second;
    }
    const JobProperty* active_parent(const JobProperty& property) const {
        const JobProperty* const parent = find(property.parent);
        return parent && parent->active ? parent : nullptr;
    }

    std::string inactive(const JobValues& wanted, const JobValues& before) const {
        for (const auto& [property, value] : wanted) {
            const JobProperty& definition = *find(property);
            if (is_kept(property, wanted, before)) continue;
            if (!definition.active || definition.archived.contains(value)) return "VALUE_INACTIVE";
        }
        return "";
    }
    std::string misfit(const JobValues& wanted, const JobValues& before) const {
        for (const auto& each : all) {
            const JobProperty* const parent = active_parent(each);
            if (!parent || !wanted.contains(each.id)) continue;
            if (is_kept(each.id, wanted, before) && is_kept(parent->id, wanted, before)) continue;
            const auto chosen = wanted.find(parent->id);
            if (chosen == wanted.end()) return "JOB_PROPERTY_PARENT_VALUE_MISSING";
            if (!each.fitting.contains({chosen->second, wanted.at(each.id)}))
                return "JOB_PROPERTY_VALUE_NOT_AVAILABLE_FOR_SELECTED_PARENT_VALUE";
        }
        return "";
    }
    // A required property without a possible value is not missing.
    std::string missing(const JobValues& wanted) const {
        for (const auto& each : all)
            if (each.required && each.active && !wanted.contains(each.id) && can_have_value(each, wanted))
                return "JOB_PROPERTY_REQUIRED";
        return "";
    }
    bool can_have_value(const JobProperty& property, const JobValues& wanted) const {
        if (property.is_text) return true;
        const JobProperty* const parent = active_parent(property);
        if (!parent) return property.has_active_value();
        const auto chosen = wanted.find(parent->id);
        return chosen != wanted.end() && std::ranges::any_of(property.values, [&](const std::string& value) {
                   return !property.archived.contains(value) &&
                          property.fitting.contains({chosen->second, value});
               });
    }
};

// --- in the format of the API

inline boost::json::array body_of(const std::vector<JobChoice>& choices, const JobProperties& properties) {
    boost::json::array body;
    for (const auto& [property, value] : choices) {
        const JobProperty* const definition = properties.find(property);
        const std::string_view member = definition && definition->is_text ? "label" : "id";
        body.push_back({{"id", property}, {"value", boost::json::object{{member, value}}}});
    }
    return body;
}

// Pairs of a property and a value, in the order of the definitions.
inline boost::json::array expected_values(const JobValues& values, const JobProperties& properties) {
    boost::json::array shown;
    for (const auto& each : properties.all)
        if (const auto found = values.find(each.id); found != values.end())
            shown.push_back(boost::json::array{each.id, found->second});
    return shown;
}
inline boost::json::array shown_values(const boost::json::value& job) {
    boost::json::array shown;
    if (const auto* const list = job.as_object().if_contains("properties"))
        for (const auto& each : list->as_array()) {
            const auto& value = each.at("value").as_object();
            shown.push_back(
                boost::json::array{each.at("id"), value.contains("id") ? value.at("id") : value.at("label")});
        }
    return shown;
}

}  // namespace callboard::test::model
