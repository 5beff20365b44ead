#include "scim/user_resource.h"

#include <utility>

namespace callboard::scim {
namespace {

using accounts::UserRecord;

std::string full_name(const accounts::User& user) {
    return user.first_name + " " + user.last_name;
}

}  // namespace

Values values_of(const UserRecord& record, const Attribute& attribute) {
    const auto& [user, profile] = record;
    const auto& [name, part] = attribute;
    const bool is_value = part.empty() || part == "value";
    const auto text = [](std::string value) {
        return Values{.texts = {std::move(value)}, .case_exact = false};
    };
    if (name == "id") return {.texts = {std::string{user.id.text()}}, .case_exact = true};
    if (name == "externalid") return {.texts = {profile.sso_identifier.value_or("")}, .case_exact = true};
    if (name == "username" || (name == "emails" && is_value)) return text(user.email);
    if (name == "emails" && part == "type") return text("work");
    if (name == "roles" && is_value) return text(std::string{name_of(user.role)});
    if ((name == "emails" || name == "roles") && part == "primary") return text("true");
    if (name == "name" && part == "givenname") return text(user.first_name);
    if (name == "name" && part == "familyname") return text(user.last_name);
    if (name == "displayname" || (name == "name" && part == "formatted")) return text(full_name(user));
    if (name == "preferredlanguage") return text(profile.language ? profile.language->code : "");
    if (name == "active") return text(user.state == accounts::UserState::active ? "true" : "false");
    return {};
}

void write_user(wire::JsonWriter& out, const UserRecord& record, const Projection& projection,
                std::string_view base) {
    const auto& [user, profile] = record;
    const auto open = [&](std::string_view attribute) {
        if (!projection.shows(attribute)) return false;
        out.key(attribute);
        return true;
    };
    // A list with one object.
    const auto write_only = [&](std::string_view value, std::string_view name, std::string_view text) {
        out.open_array();
        out.open_object();
        out.member("value", value);
        out.member(name, text);
        out.key("primary");
        out.boolean(true);
        out.close_object();
        out.close_array();
    };
    out.open_object();
    out.key("schemas");
    out.open_array();
    out.text(kUserSchema);
    out.close_array();
    out.member("id", user.id.text());
    if (profile.sso_identifier && open("externalId")) out.text(*profile.sso_identifier);
    if (open("userName")) out.text(user.email);
    if (open("name")) {
        out.open_object();
        out.member("formatted", full_name(user));
        out.member("familyName", user.last_name);
        out.member("givenName", user.first_name);
        out.close_object();
    }
    if (open("displayName")) out.text(full_name(user));
    if (profile.language && open("preferredLanguage")) out.text(profile.language->code);
    if (open("active")) out.boolean(user.state == accounts::UserState::active);
    if (open("emails")) write_only(user.email, "type", "work");
    if (open("roles")) write_only(name_of(user.role), "display", title_of(user.role));
    if (open("meta")) {
        out.open_object();
        out.member("resourceType", "User");
        out.key("created");
        out.time(user.created_at);
        out.key("lastModified");
        out.time(user.updated_at);
        out.member("location", std::string{base}.append("/Users/").append(user.id.text()));
        out.close_object();
    }
    out.close_object();
}

}  // namespace callboard::scim
