#include "scim/group_input.h"

#include <utility>

#include "base/ascii.h"
#include "base/encoding.h"
#include "scim/fault.h"

namespace callboard::scim {
namespace {

using wire::JsonValue;

constexpr std::size_t kLongestName = 256;  // as in the API of access groups
constexpr std::size_t kLongestExternalId = 256;

std::string display_name(const JsonValue& value) {
    std::string name = trim(text_of(value, "displayName"));
    if (name.empty()) throw fault(kInvalidValue, "displayName is required");
    if (count_characters(name) > kLongestName || has_control_characters(name))
        throw fault(kInvalidValue, "displayName must have at most " + std::to_string(kLongestName) +
                                       " characters, without control characters");
    return name;
}

std::optional<std::string> external_id(const JsonValue& value) {
    std::string text = text_of(value, "externalId");
    if (text.empty()) return std::nullopt;
    if (count_characters(text) > kLongestExternalId || has_control_characters(text))
        throw fault(kInvalidValue, "externalId must have at most " + std::to_string(kLongestExternalId) +
                                       " characters, without control characters");
    return text;
}

UserId member_id(const std::string& text) {
    const auto id = UserId::parse(text);
    if (!id) throw fault(kInvalidValue, "members must have ids of users");
    return *id;
}

std::vector<UserId> members(const JsonValue& value) {
    std::vector<UserId> users;
    for (const JsonValue& each : elements_of(value))
        users.push_back(member_id(element_text(each, "members")));
    return users;
}

// Attributes that are not known are not kept.
void assign(std::vector<GroupChange>& changes, PatchAction action, std::string_view name,
            const JsonValue& value) {
    if (name == "displayname") {
        changes.emplace_back(RenameGroup{display_name(value)});
    } else if (name == "externalid") {
        changes.emplace_back(SetExternalId{external_id(value)});
    } else if (name == "members" && action == PatchAction::add) {
        changes.emplace_back(AddMembers{members(value)});
    } else if (name == "members") {
        changes.emplace_back(SetMembers{members(value)});
    }
}

// Of the usual filter, value eq "…", which needs no reading of members.
std::optional<std::string> removed_id(const Filter& selection) {
    if (selection.kind != Filter::Kind::comparison) return std::nullopt;
    return required_value(selection, {.name = "value", .part = {}});
}

void remove_members(std::vector<GroupChange>& changes, const PatchOperation& operation) {
    if (operation.path->selection) {
        const Filter& selection = *operation.path->selection;
        if (const auto id = removed_id(selection)) {
            changes.emplace_back(RemoveMembers{{member_id(*id)}});
        } else {
            changes.emplace_back(RemoveMatchingMembers{selection});
        }
    } else if (operation.value) {  // Entra ID lists the members to remove
        changes.emplace_back(RemoveMembers{members(*operation.value)});
    } else {
        changes.emplace_back(SetMembers{});
    }
}

void remove(std::vector<GroupChange>& changes, const PatchOperation& operation) {
    const std::string& name = operation.path->attribute.name;
    if (name == "members") {
        remove_members(changes, operation);
    } else if (name == "externalid") {
        changes.emplace_back(SetExternalId{});
    } else if (name == "displayname") {
        throw fault(kMutability, "displayName cannot be removed");
    }
}

// Each comparison may be made with all members.
void require_few_comparisons(const std::vector<PatchOperation>& operations) {
    std::size_t count = 0;
    for (const PatchOperation& each : operations) {
        const Filter* const filter = each.path && each.path->selection ? &*each.path->selection : nullptr;
        if (filter && !removed_id(*filter)) count += count_comparisons(*filter);
    }
    if (count > kMostComparisons)
        throw fault(kTooMany, "filters of members with more than " + std::to_string(kMostComparisons) +
                                  " comparisons in total");
}

}  // namespace

GroupInput read_group(const JsonValue& body) {
    require_object(body, "the body");
    require_distinct_names(body);
    const auto name = find_member(body, "displayName");
    if (!name) throw fault(kInvalidValue, "displayName is required");
    GroupInput input{.display_name = display_name(*name), .external_id = std::nullopt, .members = {}};
    if (const auto id = find_member(body, "externalId")) input.external_id = external_id(*id);
    if (const auto list = find_member(body, "members")) input.members = members(*list);
    return input;
}

std::vector<GroupChange> read_group_patch(const std::vector<PatchOperation>& operations) {
    std::vector<GroupChange> changes;
    require_few_comparisons(operations);
    for (const PatchOperation& each : operations) {
        if (!each.path) {
            for (const auto& [key, value] : each.value->members())
                assign(changes, each.action, lowered(key), value);
            continue;
        }
        const std::string& name = each.path->attribute.name;
        if (name == "id" || name == "meta") throw fault(kMutability, name + " is read-only");
        if (each.action == PatchAction::remove) {
            remove(changes, each);
        } else if (each.path->selection) {
            throw fault(kInvalidPath, "members with a filter can only be removed");
        } else {
            assign(changes, each.action, name, *each.value);
        }
    }
    return changes;
}

}  // namespace callboard::scim
