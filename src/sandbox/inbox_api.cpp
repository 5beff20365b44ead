#include "sandbox/inbox_api.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "base/error.h"
#include "sandbox/inbox_messages.h"
#include "sandbox/inbox_store.h"
#include "webhooks/outgoing/signature.h"
#include "webhooks/subscriptions/subscribing.h"
#include "wire/text_map.h"

namespace callboard::sandbox {
namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::string_view kHookSecret = "X-Hook-Secret";
constexpr std::string_view kSignature = "smartrecruiters-signature";

bool may_stand_in_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view{"-._~"}.contains(c);
}

// The characters that webhooks/outgoing/address_guard accepts in a callback URL of the inbox.
bool is_name(std::string_view name) {
    return !name.empty() && name.size() <= kLongestName && name != "." && name != ".." &&
           std::ranges::all_of(name, may_stand_in_name);
}

std::string_view inbox_of(const edge::WebCall& call) {
    const std::string_view name = call.path.text("name");
    if (!is_name(name))
        throw not_found("RESOURCE_NOT_FOUND",
                        "the name of an inbox must have 1 to 64 letters, digits, -, ., _ and ~");
    return name;
}

// Headers with credentials of this server, which developers may send by mistake, are not stored: everybody
// can read the inbox.
bool is_for_ourselves(std::string_view header) {
    const std::string name = fold(header);
    return name == "x-smarttoken" || name == "cookie";
}

// Only the scheme is stored, because the token may be a credential of this server; it shows that the
// requested authentication was sent.
std::string scheme_of(std::string_view authorization) {
    const std::size_t blank = authorization.find(' ');
    const bool has_scheme = blank != std::string_view::npos;
    return std::string{has_scheme ? authorization.substr(0, blank + 1) : ""}.append("***");
}

std::string headers_of(const http::Request& request) {
    wire::TextMap headers;
    for (const auto& [name, value] : request.headers) {
        if (is_for_ourselves(name)) continue;
        auto& kept = headers[std::string{name}];
        if (!kept.empty()) kept += ", ";
        kept += fold(name) == "authorization" ? scheme_of(readable(value)) : readable(value);
    }
    return wire::to_json(headers);
}

// The URL of this call, which equals the callback URL of the subscription.
std::string url_of(const edge::WebCall& call) {
    std::string url = call.public_url() + std::string{call.request.path};
    if (!call.request.query.empty()) url.append("?").append(call.request.query);
    return url;
}

std::optional<bool> verified(db::Tx& tx, const edge::WebCall& call) {
    const http::Request& request = call.request;
    if (!request.has(kSignature)) return std::nullopt;
    const webhooks::Signed parts{.timestamp = request.header("smartrecruiters-timestamp"),
                                 .body = request.body,
                                 .event_id = request.header("event-id"),
                                 .event_name = request.header("event-name"),
                                 .event_version = request.header("event-version"),
                                 .link = request.header("Link")};
    return std::ranges::any_of(store::callers_of(tx, url_of(call)), [&](const store::Caller& caller) {
        db::Tx theirs = tx.within(caller.company);
        const auto keys = webhooks::live_keys(theirs, caller.subscription, call.services.seal);
        return webhooks::verifies(request.header(kSignature), keys, parts);
    });
}

}  // namespace

edge::WebReply receive_message(db::Tx& tx, const edge::WebCall& call) {
    const std::string_view inbox = inbox_of(call);
    const http::Request& request = call.request;
    if (request.has(kHookSecret) && !request.has("event-name")) {
        return {.status = 200,
                .content_type = "",
                .body = {},
                .headers = {{kHookSecret, std::string{request.header(kHookSecret)}}}};
    }
    store::insert_message(tx, inbox,
                          {.id = tx.new_id<InboxMessageId>(),
                           .received_at = tx.now,
                           .headers = headers_of(request),
                           .body = readable(request.body),
                           .verified = verified(tx, call)});
    return {.status = 202, .content_type = "", .body = {}, .headers = {}};
}

edge::WebReply read_inbox(db::Snapshot& snapshot, const edge::WebCall& call) {
    InboxView view;
    for (auto& message : store::newest_messages(snapshot, inbox_of(call), store::kKeptMessages)) {
        view.messages.push_back({.id = message.id,
                                 .received_on = message.received_at,
                                 .headers = {std::move(message.headers)},
                                 .body = std::move(message.body),
                                 .verified = {message.verified}});
    }
    return edge::json_reply(view);
}

}  // namespace callboard::sandbox
