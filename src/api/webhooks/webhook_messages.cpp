#include "api/webhooks/webhook_messages.h"

#include <set>

#include "base/encoding.h"
#include "events/catalogue.h"
#include "mail/mime.h"

namespace callboard::wire {
namespace {

using api::AuthenticationType;
using api::EventNames;

constexpr Rule kEventName{.max_length = 100};
constexpr std::array<std::string_view, 2> kEventMembers{"name", "version"};
constexpr Rule kEvents{.min_items = 1, .max_items = 1'000};

void require(const std::optional<std::string>& member, std::string_view name, Reading& reading) {
    const Reading::Step step{reading, name};
    if (!member) reading.fault("is required for this type");
}

void require_members(const api::AuthenticationMembers& members, Reading& reading) {
    switch (members.type) {
        case AuthenticationType::basic:
            require(members.username, "username", reading);
            require(members.password, "password", reading);
            return;
        case AuthenticationType::header:
            require(members.header_name, "headerName", reading);
            require(members.header_value, "headerValue", reading);
            return;
        case AuthenticationType::oauth2:
            require(members.client_id, "clientId", reading);
            require(members.client_secret, "clientSecret", reading);
            require(members.token_service_url, "tokenServiceUrl", reading);
            return;
    }
}

// Members of other authentication types are ignored and reported as unused.
void note_others(const api::AuthenticationMembers& members, Reading& reading) {
    const auto note = [&](AuthenticationType type, const std::optional<std::string>& member,
                          std::string_view name) {
        if (member && members.type != type) reading.unused_member(name, "is not used with this type");
    };
    note(AuthenticationType::basic, members.username, "username");
    note(AuthenticationType::basic, members.password, "password");
    note(AuthenticationType::header, members.header_name, "headerName");
    note(AuthenticationType::header, members.header_value, "headerValue");
    note(AuthenticationType::oauth2, members.client_id, "clientId");
    note(AuthenticationType::oauth2, members.client_secret, "clientSecret");
    note(AuthenticationType::oauth2, members.token_service_url, "tokenServiceUrl");
}

std::optional<std::string> read_event_name(const JsonValue& value, Reading& reading) {
    if (value.kind() == JsonKind::text) return Codec<std::string>::read(value, kEventName, reading);
    if (value.kind() != JsonKind::object) {
        reading.fault("must be the name of an event, or an object with its name");
        return std::nullopt;
    }
    note_unknown_members(value, kEventMembers, reading);
    if (const auto version = value.find("version"); version && version->kind() != JsonKind::null)
        if (version->kind() != JsonKind::text || version->text() != events::kEventVersion)
            reading.unused_member("version", "is not supported: every event has one version");
    const Reading::Step step{reading, "name"};
    if (const auto name = value.find("name"); name && name->kind() != JsonKind::null)
        return Codec<std::string>::read(*name, kEventName, reading);
    reading.fault("is required");
    return std::nullopt;
}

void describe_event_reference(JsonWriter& out) {
    out.raw(R"({"type":"object","properties":{"name":{"type":"string","maxLength":100},)"
            R"("version":{"type":"string","description":"Ignored: every event has one version."}},)"
            R"("required":["name"]})");
}

}  // namespace

std::optional<api::AuthenticationInput> Codec<api::AuthenticationInput>::read(const JsonValue& value,
                                                                              const Rule& rule,
                                                                              Reading& reading) {
    const std::size_t faults_before = reading.faults().size();
    auto members = Codec<Members>::read(value, rule, reading);
    if (!members || reading.faults().size() > faults_before) return std::nullopt;
    require_members(*members, reading);
    note_others(*members, reading);
    return Input{std::move(*members)};
}

std::optional<api::AlertingAddress> Codec<api::AlertingAddress>::read(const JsonValue& value, const Rule&,
                                                                      Reading& reading) {
    if (value.kind() != JsonKind::text) {
        reading.fault("must be a string");
        return std::nullopt;
    }
    std::string address = trim(value.text());
    if (mail::can_be_mailed(address)) return Address{std::move(address)};
    reading.fault("must be an e-mail address in ASCII, without spaces");
    return std::nullopt;
}

std::optional<EventNames> Codec<EventNames>::read(const JsonValue& value, const Rule&, Reading& reading) {
    if (value.kind() != JsonKind::array) {
        reading.fault("must be an array");
        return std::nullopt;
    }
    if (value.size() < kEvents.min_items || value.size() > kEvents.max_items) {
        reading.fault(value.size() < kEvents.min_items ? too_few_items(kEvents) : too_many_items(kEvents));
        return std::nullopt;
    }
    EventNames events;
    std::set<std::string, std::less<>> seen;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const Reading::Step step{reading, std::to_string(i)};
        auto name = read_event_name(value.at(i), reading);
        if (!name) continue;
        if (!seen.insert(*name).second) reading.fault("is a duplicate");
        events.names.push_back(std::move(*name));
    }
    return events;
}

void Codec<EventNames>::schema(JsonWriter& out, const Rule&, Schemas& schemas) {
    out.open_object();
    out.member("type", "array");
    out.member("description", "Without duplicates; GET /webhooks-api/v201907/events lists all events.");
    out.member("minItems", static_cast<std::int64_t>(kEvents.min_items));
    out.member("maxItems", static_cast<std::int64_t>(kEvents.max_items));
    out.key("items");
    schemas.refer(out, "EventSelection", [&](JsonWriter& selection) {
        selection.open_object();
        selection.key("anyOf");
        selection.open_array();
        Codec<std::string>::schema(selection, kEventName, schemas);
        schemas.refer(selection, "EventReference", &describe_event_reference);
        selection.close_array();
        selection.close_object();
    });
    out.close_object();
}

}  // namespace callboard::wire
