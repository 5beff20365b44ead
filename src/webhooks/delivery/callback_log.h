// The callback log: every call to a receiver of the last 30 days.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/actor.h"
#include "base/names.h"
#include "base/network.h"
#include "db/db.h"
#include "webhooks/outgoing/call_times.h"
#include "wire/list_parameters.h"

namespace callboard::webhooks {

enum class CallbackStatus { successful, failed };

struct Callback {
    CallbackId id;
    SubscriptionId subscription;
    EventId event;
    CallbackStatus status{};
    Timestamp sent_at;
    std::string url;
    std::string headers;  // a JSON object; credentials are masked
    std::optional<std::int64_t> response_status;
    std::optional<std::string> failure;  // absent if it was acknowledged
    std::optional<std::string> address;  // the remote IP address
    std::chrono::milliseconds took{};
    std::optional<CallTimes> times;               // absent if an earlier version has logged it
    std::optional<std::string> response_headers;  // a JSON object; absent: no response, or an earlier version
    std::optional<std::string> response_body;     // the beginning; the same
    std::string body;                             // of the event; empty if the event was deleted
};

struct LogRequest {
    std::optional<CallbackStatus> status;
    std::optional<Timestamp> after;
    std::optional<Timestamp> before;
    std::optional<std::string> cursor;
    std::int64_t limit = 10;

    static constexpr auto shape() {
        using Self = LogRequest;
        return wire::fields(
            wire::cursor_field("page_id", &Self::cursor,
                               "From the Link header of the previous page; send the same filters."),
            wire::limit_field(&Self::limit), wire::field("callbackStatus", &Self::status),
            wire::field("after", &Self::after,
                        {.about = "At this time or later. Callbacks are kept for 30 days."}),
            wire::field("before", &Self::before));
    }
};
struct LogPage {
    std::vector<Callback> callbacks;  // newest first
    std::optional<std::string> next;
};
LogPage read_log(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                 const LogRequest& request);

}  // namespace callboard::webhooks

template <>
struct callboard::Names<callboard::webhooks::CallbackStatus> {
    using enum callboard::webhooks::CallbackStatus;
    static constexpr std::string_view kName = "CallbackStatus";
    static constexpr std::array kList{std::pair{successful, std::string_view{"successful"}},
                                      std::pair{failed, std::string_view{"failed"}}};
};
