// Messages of the sandbox inbox.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "sandbox/inbox_store.h"
#include "wire/shape.h"
#include "wire/text_map.h"

namespace callboard::sandbox {

// Whether the signature is valid. The member is always present: null if there was no signature.
struct Verdict {
    std::optional<bool> verified;
};

}  // namespace callboard::sandbox

template <>
struct callboard::wire::Codec<callboard::sandbox::Verdict> {
    static void write(JsonWriter& out, const sandbox::Verdict& value) {
        if (value.verified) {
            out.boolean(*value.verified);
        } else {
            out.null();
        }
    }
    static void schema(JsonWriter& out, const Rule&, Schemas&) { out.raw(R"({"type":["boolean","null"]})"); }
};

namespace callboard::sandbox {

struct InboxMessageView {
    InboxMessageId id;
    Timestamp received_on;
    wire::StoredTextMap headers;
    std::string body;
    Verdict verified;

    static constexpr std::string_view kName = "InboxMessage";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &InboxMessageView::id),
                            wire::field("receivedOn", &InboxMessageView::received_on),
                            wire::field("headers", &InboxMessageView::headers),
                            wire::field("body", &InboxMessageView::body, {.max_length = 1'048'576}),
                            wire::field("verified", &InboxMessageView::verified));
    }
};

struct InboxView {
    std::vector<InboxMessageView> messages;

    static constexpr std::string_view kName = "Inbox";
    static constexpr auto shape() {
        return wire::fields(wire::field("messages", &InboxView::messages, {.max_items = 100}));
    }
};

}  // namespace callboard::sandbox
