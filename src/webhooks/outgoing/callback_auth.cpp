#include "webhooks/outgoing/callback_auth.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/encoding.h"
#include "base/error.h"
#include "wire/json.h"
#include "wire/json_writer.h"

namespace callboard::webhooks {
namespace {

constexpr std::size_t kLongest = 4096;

// In lower case.
constexpr std::array<std::string_view, 17> kReserved{
    "connection",  "keep-alive", "te",         "trailer",       "transfer-encoding",
    "upgrade",     "host",       "expect",     "accept",        "user-agent",
    "link",        "event-id",   "event-name", "event-version", "x-hook-secret",
    "traceparent", "tracestate"};
constexpr std::array<std::string_view, 4> kReservedBeginnings{"proxy-", "content-", "smartrecruiters-",
                                                              "webhook-"};

// RFC 9110, section 5.6.2.
bool is_token_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view{"!#$%&'*+-.^_`|~"}.contains(c);
}

std::string place_of(const SubscriptionId& subscription) {
    return std::string{"webhook_subscription/"}.append(subscription.text()).append("/auth");
}

void write(wire::JsonWriter& json, const BasicAuth& auth) {
    json.member("type", "basic");
    json.member("username", auth.username);
    json.member("password", auth.password.reveal());
}

void write(wire::JsonWriter& json, const HeaderAuth& auth) {
    json.member("type", "header");
    json.member("name", auth.name);
    json.member("value", auth.value.reveal());
}

void write(wire::JsonWriter& json, const OAuthAuth& auth) {
    json.member("type", "oauth2");
    json.member("client_id", auth.client_id);
    json.member("client_secret", auth.client_secret.reveal());
    json.member("token_url", auth.token_url);
}

void write(wire::JsonWriter& /*json*/, std::monostate /*none*/) {}

std::string text_of(const wire::JsonValue& auth, std::string_view name) {
    const auto value = auth.find(name);
    if (!value || value->kind() != wire::JsonKind::text)
        throw internal("a callback's authentication is incomplete");
    return std::string{value->text()};
}

CallbackAuth read(const wire::JsonValue& auth) {
    const std::string type = text_of(auth, "type");
    if (type == "basic") return BasicAuth{text_of(auth, "username"), Secret{text_of(auth, "password")}};
    if (type == "header") return HeaderAuth{text_of(auth, "name"), Secret{text_of(auth, "value")}};
    if (type == "oauth2")
        return OAuthAuth{text_of(auth, "client_id"), Secret{text_of(auth, "client_secret")},
                         text_of(auth, "token_url")};
    throw internal("a callback's authentication is of an unknown type");
}

}  // namespace

std::optional<std::string> fault_of_header_name(std::string_view name) {
    if (name.empty()) return "the header name must not be empty";
    if (name.size() > kLongest) return "the header name is too long";
    if (!std::ranges::all_of(name, is_token_character))
        return "the header name may only contain letters, digits and !#$%&'*+-.^_`|~";
    const std::string lower_name = lowered(name);
    const bool is_reserved = std::ranges::find(kReserved, lower_name) != kReserved.end() ||
                             std::ranges::any_of(kReservedBeginnings, [&](auto beginning) {
                                 return lower_name.starts_with(beginning);
                             });
    if (is_reserved) return "this header is reserved";
    return std::nullopt;
}

std::optional<std::string> fault_of_header_value(std::string_view value) {
    if (value.empty()) return "the header value must not be empty";
    if (value.size() > kLongest) return "the header value is too long";
    if (!is_utf8(value) || has_control_characters(value))
        return "the header value must not contain control characters";
    if (value.starts_with(' ') || value.ends_with(' '))
        return "the header value must not begin or end with a space";
    return std::nullopt;
}

std::optional<std::string> sealed(const CallbackAuth& auth, const SubscriptionId& subscription,
                                  const Seal& seal) {
    if (std::holds_alternative<std::monostate>(auth)) return std::nullopt;
    std::string text;
    wire::JsonWriter json{text};
    json.open_object();
    std::visit([&](const auto& each) { write(json, each); }, auth);
    json.close_object();
    return seal.close(Secret{std::move(text)}.reveal(), place_of(subscription));
}

CallbackAuth opened(const std::optional<std::string>& sealed_auth, const SubscriptionId& subscription,
                    const Seal& seal) {
    if (!sealed_auth) return std::monostate{};
    auto text = seal.open(*sealed_auth, place_of(subscription));
    if (!text) throw internal("a callback's authentication does not open: it was sealed with another key");
    const Secret plain{*std::move(text)};
    return read(wire::JsonDocument{plain.reveal()}.root());
}

std::optional<std::pair<std::string, Secret>> auth_header(const CallbackAuth& auth) {
    if (const auto* const basic = std::get_if<BasicAuth>(&auth)) {
        const Secret pair{(basic->username + ':').append(basic->password.reveal())};
        return std::pair{"Authorization", Secret{"Basic " + to_base64(pair.reveal())}};
    }
    if (const auto* const header = std::get_if<HeaderAuth>(&auth))
        return std::pair{header->name, header->value};
    return std::nullopt;
}

std::pair<std::string, Secret> bearer_header(const Secret& token) {
    return {"Authorization", Secret{std::string{"Bearer "}.append(token.reveal())}};
}

Secret token_request(const OAuthAuth& auth) {
    return Secret{"client_id=" + percent_encode(auth.client_id) + "&client_secret=" +
                  percent_encode(auth.client_secret.reveal()) + "&grant_type=client_credentials"};
}

}  // namespace callboard::webhooks
