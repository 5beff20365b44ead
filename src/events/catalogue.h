// The catalogue of all events that can be subscribed to, including events that this server does not emit yet.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace callboard::events {

inline constexpr std::string_view kEventVersion = "v1";

struct EventKind {
    std::string_view name;
    std::string_view about;                    // when it is sent
    std::span<const std::string_view> fields;  // payload fields besides `id`, in order
    std::string_view main_field;               // the field that `id` repeats; empty: `id` is separate
    std::string_view link;                     // a path with {fields}; empty: the resource no longer exists
};

std::span<const EventKind> all_kinds();
const EventKind* find_kind(std::string_view name);  // null: unknown

// The value of a payload field or of a separate `id`: always an id, so it needs no escaping.
struct FieldValue {
    std::string_view field;
    std::string_view value;
};

// The payload that subscribers receive, as compact JSON, and the path of its resource or an empty string.
// `values` must contain all fields of the kind.
std::string payload_with(const EventKind& kind, std::span<const FieldValue> values);
std::string link_with(const EventKind& kind, std::span<const FieldValue> values);

// The same with well-formed ids that refer to nothing.
std::string sample_payload(const EventKind& kind);
std::string sample_link(const EventKind& kind);

}  // namespace callboard::events
