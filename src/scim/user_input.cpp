#include "scim/user_input.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/email.h"
#include "base/encoding.h"
#include "scim/fault.h"
#include "scim/user_resource.h"

namespace callboard::scim {
namespace {

using accounts::Role;
using accounts::UserRecord;
using wire::JsonKind;
using wire::JsonValue;

constexpr std::size_t kLongestName = 300;           // as in the API of users
constexpr std::size_t kLongestSsoIdentifier = 100;  // likewise
constexpr std::string_view kNoName = "-";

// Of several roles the primary one, else the first.
std::optional<JsonValue> preferred(const std::vector<JsonValue>& elements) {
    for (const JsonValue& each : elements) {
        const auto primary = each.kind() == JsonKind::object ? find_member(each, "primary") : std::nullopt;
        if (primary && primary->kind() != JsonKind::null && boolean_of(*primary, "primary")) return each;
    }
    return elements.empty() ? std::nullopt : std::optional{elements.front()};
}

Role role_named(const std::string& name) {
    const auto role = named<Role>(name);
    if (role) return *role;
    std::string known;
    for (const auto& [each, text] : Names<Role>::kList) known.append(known.empty() ? "" : ", ").append(text);
    throw fault(kInvalidValue, "roles must have one of the values " + known);
}

void remove_role(UserInput& input) {
    input.role.reset();
    input.role_is_removed = true;
}

void read_role(UserInput& input, const JsonValue& value) {
    const auto chosen = preferred(elements_of(value));
    const std::string name = chosen ? element_text(*chosen, "roles") : std::string{};
    if (name.empty()) return remove_role(input);
    input.role = role_named(name);
    input.role_is_removed = false;
}

// Attributes that are not known are not kept, nor are e-mail addresses: the only one is userName.
void assign(UserInput& input, const Attribute& attribute, const JsonValue& value) {
    const auto& [name, part] = attribute;
    if (name == "username" && part.empty()) {
        input.user_name = text_of(value, "userName");
    } else if (name == "externalid" && part.empty()) {
        input.external_id = text_of(value, "externalId");
    } else if (name == "active" && part.empty()) {
        input.active = boolean_of(value, "active");
    } else if (name == "displayname" && part.empty()) {
        if (!input.full_name) input.full_name = text_of(value, "displayName");
    } else if (name == "preferredlanguage" && part.empty()) {
        input.language = text_of(value, "preferredLanguage");
    } else if (name == "name" && part.empty()) {
        if (value.kind() == JsonKind::null) return;
        require_object(value, "name");
        for (const auto& [key, member] : value.members())
            assign(input, {.name = name, .part = lowered(key)}, member);
    } else if (name == "name" && part == "givenname") {
        input.given_name = text_of(value, "name.givenName");
    } else if (name == "name" && part == "familyname") {
        input.family_name = text_of(value, "name.familyName");
    } else if (name == "name" && part == "formatted") {
        input.full_name = text_of(value, "name.formatted");
    } else if (name == "roles" && (part.empty() || part == "value")) {
        read_role(input, value);
    }
}

// Whether the operation is meant for the one e-mail address or role that there is.
bool selects(const Path& path, const UserRecord& before) {
    if (!path.selection) return true;
    return matches(*path.selection, [&](const Attribute& part) {
        return values_of(before, {.name = path.attribute.name, .part = part.name});
    });
}

void assign_at(UserInput& input, PatchAction action, const Path& path, const JsonValue& value,
               const UserRecord& before) {
    if (selects(path, before)) return assign(input, path.attribute, value);
    if (action == PatchAction::replace)
        throw fault(kNoTarget, "no element of " + path.attribute.name + " matches the filter of the path");
}

void remove_at(UserInput& input, const Path& path, const UserRecord& before) {
    const std::string& name = path.attribute.name;
    if (name == "externalid") {
        input.external_id = "";
    } else if (name == "preferredlanguage") {
        input.language = "";
    } else if (name == "roles" && selects(path, before)) {
        remove_role(input);
    } else if (name == "username" || name == "active") {
        throw fault(kMutability, name + " cannot be removed");
    }
    // A user cannot be without the rest: names and e-mail address stay.
}

void require_writable(const Attribute& attribute) {
    for (const std::string_view read_only : {"id", "meta", "groups"})
        if (attribute.name == read_only) throw fault(kMutability, std::string{read_only} + " is read-only");
}

// Attributes that are not known are ignored, with any filter. Of the others, only lists have elements to
// select.
bool is_known(const Path& path) {
    const std::string& name = path.attribute.name;
    if (name == "emails" || name == "roles") return true;
    for (const std::string_view single :
         {"username", "externalid", "active", "displayname", "preferredlanguage", "name"}) {
        if (name != single) continue;
        if (path.selection) throw fault(kInvalidPath, name + " has no elements that a filter could select");
        return true;
    }
    return false;
}

// The keys of an object are attributes; Entra ID also sends paths as keys. What is neither is not known.
void read_members(std::vector<UserChange>& changes, const PatchOperation& operation) {
    for (const auto& [key, value] : operation.value->members())
        if (auto path = find_path(key); path && is_known(*path))
            changes.push_back({.action = operation.action, .path = std::move(*path), .value = value});
}

// They are made in a transaction, which other writers wait for.
void require_few_comparisons(const std::vector<UserChange>& changes) {
    std::size_t count = 0;
    for (const UserChange& each : changes)
        if (each.path.selection) count += count_comparisons(*each.path.selection);
    if (count > kMostComparisons)
        throw fault(kTooMany,
                    "filters with more than " + std::to_string(kMostComparisons) + " comparisons in total");
}

// --- to drafts

// en for en-US, unless that is a language of its own; nothing if none is supported.
std::optional<accounts::UserLanguage> language_for(std::string tag) {
    std::ranges::replace(tag, '_', '-');
    for (const std::string& wanted : {tag, tag.substr(0, tag.find('-'))})
        for (const std::string_view code : accounts::kUserLanguages)
            if (same_name(code, wanted)) return accounts::UserLanguage{.code = std::string{code}};
    return std::nullopt;
}

std::string checked_email(const std::string& text) {
    if (text.empty()) throw fault(kInvalidValue, "userName is required");
    if (!is_email(text)) throw fault(kInvalidValue, "userName must be an e-mail address");
    return text;
}

std::string checked_name(const std::string& text, std::string_view attribute) {
    if (count_characters(text) > kLongestName)
        throw fault(kInvalidValue, std::string{attribute} + " must have at most " +
                                       std::to_string(kLongestName) + " characters");
    return text;
}

std::optional<std::string> checked_external_id(const std::string& text) {
    if (text.empty()) return std::nullopt;
    if (count_characters(text) > kLongestSsoIdentifier || has_control_characters(text))
        throw fault(kInvalidValue, "externalId must have at most " + std::to_string(kLongestSsoIdentifier) +
                                       " characters, without control characters");
    return text;
}

// The last word of a full name is the last name.
std::pair<std::string, std::string> split(const std::string& whole) {
    const std::string text = trim(whole);
    const std::size_t blank = text.rfind(' ');
    if (blank == std::string::npos) return {text, ""};
    return {trim(text.substr(0, blank)), text.substr(blank + 1)};
}

std::string first_of(std::string preferred_text, const std::string& second) {
    if (!preferred_text.empty()) return preferred_text;
    return second.empty() ? std::string{kNoName} : second;
}

void apply_profile(const UserInput& input, accounts::Profile& profile) {
    if (input.external_id) profile.sso_identifier = checked_external_id(*input.external_id);
    if (!input.language) return;
    if (input.language->empty()) {
        profile.language.reset();
    } else if (auto language = language_for(*input.language)) {
        profile.language = std::move(language);
    }
}

}  // namespace

UserInput read_user(const JsonValue& body) {
    require_object(body, "the body");
    require_distinct_names(body);
    UserInput input;
    for (const auto& [key, value] : body.members()) assign(input, {.name = lowered(key), .part = {}}, value);
    if (!input.user_name) throw fault(kInvalidValue, "userName is required");
    return input;
}

std::vector<UserChange> read_user_patch(const std::vector<PatchOperation>& operations) {
    std::vector<UserChange> changes;
    for (const PatchOperation& each : operations) {
        if (!each.path) {
            read_members(changes, each);
            continue;
        }
        require_writable(each.path->attribute);
        if (is_known(*each.path))
            changes.push_back({.action = each.action, .path = *each.path, .value = each.value});
    }
    require_few_comparisons(changes);
    return changes;
}

UserInput patched_user(const std::vector<UserChange>& changes, const UserRecord& before) {
    UserInput input;
    for (const UserChange& each : changes) {
        if (each.action == PatchAction::remove) {
            remove_at(input, each.path, before);
        } else {
            assign_at(input, each.action, each.path, *each.value, before);
        }
    }
    return input;
}

accounts::UserDraft new_user(const UserInput& input, Role role) {
    const auto [first, last] = split(input.full_name.value_or(""));
    accounts::UserDraft draft{
        .email = checked_email(input.user_name.value_or("")),
        .first_name = checked_name(first_of(trim(input.given_name.value_or("")), first), "name.givenName"),
        .last_name = checked_name(first_of(trim(input.family_name.value_or("")), last), "name.familyName"),
        .role = input.role.value_or(role),
        .profile = {}};
    apply_profile(input, draft.profile);
    return draft;
}

accounts::UserDraft changed_user(const UserInput& input, const UserRecord& before, Role role) {
    const auto& [user, profile] = before;
    accounts::UserDraft draft{
        .email = user.email,
        .first_name =
            checked_name(first_of(trim(input.given_name.value_or("")), user.first_name), "name.givenName"),
        .last_name =
            checked_name(first_of(trim(input.family_name.value_or("")), user.last_name), "name.familyName"),
        .role = input.role.value_or(input.role_is_removed ? role : user.role),
        .profile = profile};
    if (input.user_name) draft.email = checked_email(*input.user_name);
    apply_profile(input, draft.profile);
    return draft;
}

}  // namespace callboard::scim
