#include "jobs/job_properties.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "base/in_quotes.h"
#include "configuration/job_property_store.h"
#include "configuration/job_property_value_store.h"
#include "jobs/job_store.h"
#include "jobs/property_labels.h"

namespace callboard::jobs {
namespace {

using configuration::JobProperty;
using configuration::JobPropertyType;
using configuration::kNoPropertyValue;

const PropertyPart* find(const std::vector<PropertyPart>& parts, std::string_view property) {
    const auto found = std::ranges::find(parts, property, &PropertyPart::id);
    return found == parts.end() ? nullptr : &*found;
}

const JobProperty* find(const std::vector<JobProperty>& definitions, std::string_view id) {
    const auto found =
        std::ranges::find(definitions, id, [](const JobProperty& each) { return each.id.text(); });
    return found == definitions.end() ? nullptr : &*found;
}

// The id, or the label of a text.
std::string_view chosen_in(const PropertyPart& part) {
    return part.value.id ? *part.value.id : part.value.label;
}

bool have_the_same(const PropertyPart* left, const PropertyPart* right) {
    return left && right && chosen_in(*left) == chosen_in(*right);
}

bool is_removal(const PropertyChoice& choice) {
    return choice.value == kNoPropertyValue || (!choice.value && choice.text && choice.text->empty());
}

// Line breaks and tabs are the only control characters of a text.
bool is_control(char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
}

std::size_t count_characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

bool can_be_value_id(std::string_view id) {
    return !id.contains('/') && count_characters(id) <= configuration::kLongestPropertyValueId;
}

class Resolution {
  public:
    Resolution(db::Snapshot& snapshot, const std::vector<PropertyChoice>& choices,
               const std::vector<PropertyPart>& before)
        : snapshot_(snapshot),
          choices_(choices),
          before_(before),
          definitions_(configuration::store::list_job_properties(snapshot)) {}

    ResolvedProperties run() {
        for (const JobProperty& property : definitions_) choose(property);
        for (const JobProperty& property : definitions_) check_parent(property);
        for (const JobProperty& property : definitions_) check_required(property);
        return {.parts = std::move(parts_), .faults = std::move(faults_)};
    }

  private:
    void choose(const JobProperty& property) {
        const auto found =
            std::ranges::find(choices_ | std::views::reverse, property.id.text(), &PropertyChoice::property);
        if (found == choices_.rend() || is_removal(*found)) return;
        const std::string at =
            "/properties/" + std::to_string(std::distance(found, choices_.rend()) - 1) + "/value";
        if (property.type == JobPropertyType::text) {
            choose_text(property, *found, at);
        } else {
            choose_value(property, *found, at);
        }
    }

    void choose_text(const JobProperty& property, const PropertyChoice& choice, const std::string& at) {
        if (!choice.text)
            return fault("INVALID_JOB_PROPERTY_VALUE_TYPE", "is required: the property is a text",
                         at + "/label");
        if (count_characters(*choice.text) > configuration::kLongestPropertyText ||
            std::ranges::any_of(*choice.text, is_control))
            return fault("INVALID_TEXT_FORMAT",
                         "must have at most " + std::to_string(configuration::kLongestPropertyText) +
                             " characters, without control characters",
                         at + "/label");
        add(property, {.id = std::nullopt, .label = *choice.text}, at + "/label");
    }

    void choose_value(const JobProperty& property, const PropertyChoice& choice, const std::string& at) {
        if (!choice.value)
            return fault("INVALID_JOB_PROPERTY_VALUE_TYPE", "is required: the property is a list of values",
                         at + "/id");
        if (!can_be_value_id(*choice.value))
            return fault("INVALID_JOB_PROPERTY_VALUE_ID", "is not the id of a value", at + "/id");
        auto value = configuration::store::find_property_value(snapshot_, property.id, *choice.value);
        if (!value) {
            unknown_.emplace_back(property.id.text());
            return;
        }
        add(property, {.id = std::move(value->id), .label = std::move(value->label)}, at + "/id",
            value->archived);
    }

    void add(const JobProperty& property, PropertyValuePart value, const std::string& at,
             bool archived = false) {
        PropertyPart part{
            .id = std::string{property.id.text()}, .label = property.label, .value = std::move(value)};
        const bool is_kept = have_the_same(find(before_, part.id), &part);
        if (!is_kept && !property.active)
            fault("VALUE_INACTIVE", "the job property " + in_quotes(property.label) + " is not active", at);
        if (!is_kept && archived)
            fault("VALUE_INACTIVE", "value " + in_quotes(chosen_in(part)) + " is archived", at);
        places_.push_back(at);
        parts_.push_back(std::move(part));
    }

    // The definition of the parent, if the property has one that counts.
    const JobProperty* parent_of(const JobProperty& property) const {
        const JobProperty* const parent =
            property.parent ? find(definitions_, property.parent->text()) : nullptr;
        return parent && parent->active ? parent : nullptr;
    }

    bool is_kept(std::string_view property) const {
        return have_the_same(find(before_, property), find(parts_, property));
    }

    void check_parent(const JobProperty& property) {
        const PropertyPart* const part = find(parts_, property.id.text());
        const JobProperty* const parent = part ? parent_of(property) : nullptr;
        if (!parent || (is_kept(property.id.text()) && is_kept(parent->id.text()))) return;
        const std::string& at = places_[static_cast<std::size_t>(part - parts_.data())];
        const PropertyPart* const chosen = find(parts_, parent->id.text());
        if (!chosen)
            return fault("JOB_PROPERTY_PARENT_VALUE_MISSING",
                         in_quotes(property.label) + " depends on " + in_quotes(parent->label) +
                             ", which has no value",
                         at);
        if (!configuration::store::is_dependent_value(snapshot_, property.id, chosen_in(*chosen),
                                                      chosen_in(*part)))
            fault(
                "JOB_PROPERTY_VALUE_NOT_AVAILABLE_FOR_SELECTED_PARENT_VALUE",
                "is not possible while " + in_quotes(parent->label) + " is " + in_quotes(chosen->value.label),
                at);
    }

    // A property that can have no value is not required.
    bool can_have_value(const JobProperty& property) {
        if (property.type == JobPropertyType::text) return true;
        if (property.active_value_count == 0) return false;
        const JobProperty* const parent = parent_of(property);
        if (!parent) return true;
        const PropertyPart* const chosen = find(parts_, parent->id.text());
        return chosen &&
               configuration::store::count_dependent_values(snapshot_, property.id, chosen_in(*chosen)) > 0;
    }

    void check_required(const JobProperty& property) {
        if (!property.required || !property.active || find(parts_, property.id.text())) return;
        if (!can_have_value(property)) return;
        std::string message = "the job property " + in_quotes(property.label) + " (" +
                              std::string{property.id.text()} + ") is required";
        if (std::ranges::find(unknown_, property.id.text()) != unknown_.end())
            message += ", and has no such value";
        fault("JOB_PROPERTY_REQUIRED", std::move(message), "/properties");
    }

    void fault(const char* code, std::string message, std::string at) {
        faults_.push_back({code, std::move(message), std::move(at)});
    }

    db::Snapshot& snapshot_;
    const std::vector<PropertyChoice>& choices_;
    const std::vector<PropertyPart>& before_;
    const std::vector<JobProperty> definitions_;
    std::vector<PropertyPart> parts_;
    std::vector<std::string> places_;   // of the parts, in the request
    std::vector<std::string> unknown_;  // properties with a value that does not exist
    std::vector<Fault> faults_;
};

}  // namespace

ResolvedProperties resolve_properties(db::Snapshot& snapshot, const std::vector<PropertyChoice>& choices,
                                      const std::vector<PropertyPart>& before) {
    return Resolution{snapshot, choices, before}.run();
}

std::vector<PropertyChoice> choices_of(const std::optional<std::vector<PropertyPart>>& parts) {
    std::vector<PropertyChoice> choices;
    if (!parts) return choices;
    for (const PropertyPart& part : *parts)
        choices.push_back({.property = part.id,
                           .value = part.value.id,
                           .text = part.value.id ? std::nullopt : std::optional{part.value.label}});
    return choices;
}

void note_unknown_properties(db::Snapshot& snapshot, const std::vector<PropertyChoice>& choices,
                             wire::UnknownNames& unknown) {
    if (choices.empty()) return;
    const auto definitions = configuration::store::list_job_properties(snapshot);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const PropertyChoice& choice = choices[i];
        const std::string at = "/properties/" + std::to_string(i);
        const JobProperty* const property = find(definitions, choice.property);
        if (!property) {
            unknown.add_element(at, "is not a job property of the company");
        } else if (property->type == JobPropertyType::single_select && choice.value && !is_removal(choice) &&
                   !configuration::store::find_property_value(snapshot, property->id, *choice.value)) {
            unknown.add_element(at + "/value/id", "is not a value of the job property");
        }
    }
    if (auto faults = unknown.take_faults("VALIDATION_ERROR"); !faults.empty())
        throw Error{ErrorKind::unprocessable, std::move(faults)};
}

std::vector<PropertyPart> posted_properties(db::Snapshot& snapshot, const JobId& id,
                                            std::string_view language) {
    const auto content = store::find_content(snapshot, id);
    if (!content || !content->summary.properties) return {};
    auto parts = *content->summary.properties;
    translate_properties(snapshot, id, parts, language);
    return parts;
}

}  // namespace callboard::jobs
