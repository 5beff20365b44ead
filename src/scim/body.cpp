#include "scim/body.h"

#include <algorithm>

#include "base/ascii.h"
#include "scim/fault.h"

namespace callboard::scim {
namespace {

using wire::JsonKind;
using wire::JsonValue;

PatchAction action_named(std::string_view name) {
    if (same_name(name, "add")) return PatchAction::add;
    if (same_name(name, "replace")) return PatchAction::replace;
    if (same_name(name, "remove")) return PatchAction::remove;
    throw fault(kInvalidSyntax, "op must be add, replace or remove");
}

PatchOperation operation_of(const JsonValue& value) {
    require_object(value, "an operation");
    const auto op = find_member(value, "op");
    if (!op) throw fault(kInvalidSyntax, "an operation has no op");
    PatchOperation made{
        .action = action_named(text_of(*op, "op")), .path = std::nullopt, .value = std::nullopt};
    if (const auto path = find_member(value, "path")) {
        const std::string text = text_of(*path, "path");
        if (!text.empty()) made.path = parse_path(text);
    }
    made.value = find_member(value, "value");
    if (made.action == PatchAction::remove) {
        if (!made.path) throw fault(kNoTarget, "remove needs a path");
        return made;
    }
    if (!made.value) throw fault(kInvalidValue, "add and replace need a value");
    if (!made.path) require_object(*made.value, "the value of an operation without a path");
    return made;
}

}  // namespace

std::optional<JsonValue> find_member(const JsonValue& object, std::string_view name) {
    if (const auto exact = object.find(name)) return exact;
    for (const auto& [key, value] : object.members())
        if (same_name(key, name)) return value;
    return std::nullopt;
}

void require_object(const JsonValue& value, std::string_view what) {
    if (value.kind() != JsonKind::object)
        throw fault(kInvalidSyntax, std::string{what} + " must be a JSON object");
}

// No deeper than a JsonDocument.
void require_distinct_names(const JsonValue& value) {
    if (value.kind() == JsonKind::array)
        for (std::size_t i = 0; i < value.size(); ++i) require_distinct_names(value.at(i));
    if (value.kind() != JsonKind::object) return;
    std::vector<std::string> names;
    names.reserve(value.member_count());
    for (const auto& [key, member] : value.members()) {
        names.push_back(lowered(key));
        require_distinct_names(member);
    }
    std::ranges::sort(names);
    if (std::ranges::adjacent_find(names) != names.end())
        throw fault(kInvalidSyntax, "names in one object must not differ only in case");
}

std::string text_of(const JsonValue& value, std::string_view attribute) {
    if (value.kind() == JsonKind::null) return {};
    if (value.kind() != JsonKind::text)
        throw fault(kInvalidValue, std::string{attribute} + " must be a text");
    return std::string{value.text()};
}

bool boolean_of(const JsonValue& value, std::string_view attribute) {
    if (value.kind() == JsonKind::boolean) return value.boolean();
    if (value.kind() == JsonKind::text && same_name(value.text(), "true")) return true;
    if (value.kind() == JsonKind::text && same_name(value.text(), "false")) return false;
    throw fault(kInvalidValue, std::string{attribute} + " must be true or false");
}

std::vector<JsonValue> elements_of(const JsonValue& value) {
    if (value.kind() == JsonKind::null) return {};
    if (value.kind() != JsonKind::array) return {value};
    std::vector<JsonValue> elements;
    elements.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) elements.push_back(value.at(i));
    return elements;
}

std::string element_text(const JsonValue& element, std::string_view attribute) {
    if (element.kind() != JsonKind::object) return text_of(element, attribute);
    const auto value = find_member(element, "value");
    return value ? text_of(*value, attribute) : std::string{};
}

std::vector<PatchOperation> read_operations(const JsonValue& body) {
    require_object(body, "the body");
    require_distinct_names(body);
    const auto list = find_member(body, "Operations");
    if (!list || list->kind() != JsonKind::array || list->size() == 0)
        throw fault(kInvalidSyntax, "Operations must be an array with at least one operation");
    if (list->size() > kMostOperations)
        throw fault(kTooMany, "more than " + std::to_string(kMostOperations) + " operations");
    std::vector<PatchOperation> operations;
    operations.reserve(list->size());
    for (const JsonValue& each : elements_of(*list)) operations.push_back(operation_of(each));
    return operations;
}

}  // namespace callboard::scim
