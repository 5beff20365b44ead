// All events that subscribers can ask for, as data: also those of families that this server does not have
// yet.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace callboard::events {

inline constexpr std::string_view kEventVersion = "v1";

struct EventKind {
    std::string_view name;
    std::string_view about;                    // when it is sent
    std::span<const std::string_view> fields;  // of the payload besides `id`, in their order
    std::string_view main_field;               // the one whose value `id` repeats; empty: `id` stands alone
    std::string_view link;                     // a path with {fields}; empty: nothing is left to look at
};

std::span<const EventKind> all_kinds();
const EventKind* find_kind(std::string_view name);  // null: there is none

// What an event says in one of its fields, or in an `id` that stands alone: an id, which needs no escape.
struct FieldValue {
    std::string_view field;
    std::string_view value;
};

// The body that subscribers receive, compact JSON; and the path of what it is about, empty when there is
// none. Every field of the kind has its value.
std::string payload_with(const EventKind& kind, std::span<const FieldValue> values);
std::string link_with(const EventKind& kind, std::span<const FieldValue> values);

// The same with ids of the right form that name nothing.
std::string sample_payload(const EventKind& kind);
std::string sample_link(const EventKind& kind);

}  // namespace callboard::events
