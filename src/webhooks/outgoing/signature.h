// THE HEADERS that say who sent a notification and what they cover, in two schemes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/secret.h"

namespace callboard::webhooks {

// What is signed: the headers of a notification, exactly as sent, with its body.
struct Signed {
    std::string_view timestamp;
    std::string_view body;
    std::string_view event_id;
    std::string_view event_name;
    std::string_view event_version;
    std::string_view link;  // with its angle brackets and rel; empty when there is none
};

// smartrecruiters-signature: one "v1=<hex HMAC-SHA256>" per key, newest first, with ';' between, over the six
// parts joined by dots. The order and the dots are the vendor's, and so is the trailing dot when there is no
// link: existing verifiers recompute exactly these bytes. The body is the bytes on the wire.
std::string signature(std::span<const Secret> keys, const Signed& parts);

// webhook-signature of Standard Webhooks: one "v1,<base64>" per key, with a space between, over id, timestamp
// and body. The key is the bytes of the secret key string, as verifiers in raw-key mode take it.
std::string standard_signature(std::span<const Secret> keys, const Signed& parts);

// Is one of the signatures in the header value made with one of the keys? In constant time for each.
bool verifies(std::string_view signature_header, std::span<const Secret> keys, const Signed& parts);

}  // namespace callboard::webhooks
