// The signature headers of notifications, in two schemes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/secret.h"

namespace callboard::webhooks {

// The signed values: headers of a notification, exactly as sent, and its body.
struct Signed {
    std::string_view timestamp;
    std::string_view body;
    std::string_view event_id;
    std::string_view event_name;
    std::string_view event_version;
    std::string_view link;  // with angle brackets and rel; empty if there is none
};

// smartrecruiters-signature: "v1=<hex HMAC-SHA256>" per key, newest first, separated by ';', over the six
// parts joined by dots. The order and the dots, including the trailing dot without a link, are the vendor's:
// existing verifiers recompute exactly these bytes. The body is signed as sent.
std::string signature(std::span<const Secret> keys, const Signed& parts);

// webhook-signature of Standard Webhooks: "v1,<base64>" per key, separated by spaces, over id, timestamp and
// body. The HMAC key is the bytes of the secret key string, as for verifiers in raw-key mode.
std::string standard_signature(std::span<const Secret> keys, const Signed& parts);

// Whether one of the signatures in the header was made with one of the keys. Each comparison takes constant
// time.
bool verifies(std::string_view signature_header, std::span<const Secret> keys, const Signed& parts);

}  // namespace callboard::webhooks
