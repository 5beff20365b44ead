#include "webhooks/outgoing/signature.h"

#include <array>
#include <ranges>

#include "base/constant_time.h"
#include "base/encoding.h"
#include "base/hmac.h"

namespace callboard::webhooks {
namespace {

constexpr std::string_view kScheme = "v1=";
constexpr std::string_view kStandardScheme = "v1,";

std::string code(const Secret& key, const Signed& parts) {
    const std::array<std::string_view, 11> pieces{parts.timestamp,     ".", parts.body,       ".",
                                                  parts.event_id,      ".", parts.event_name, ".",
                                                  parts.event_version, ".", parts.link};
    return to_hex(hmac_sha256(key, pieces));
}

std::string standard_code(const Secret& key, const Signed& parts) {
    const std::array<std::string_view, 5> pieces{parts.event_id, ".", parts.timestamp, ".", parts.body};
    return to_base64(hmac_sha256(key, pieces));
}

}  // namespace

std::string signature(std::span<const Secret> keys, const Signed& parts) {
    std::string header;
    for (const Secret& key : keys) {
        if (!header.empty()) header += ';';
        header += kScheme;
        header += code(key, parts);
    }
    return header;
}

std::string standard_signature(std::span<const Secret> keys, const Signed& parts) {
    std::string header;
    for (const Secret& key : keys) {
        if (!header.empty()) header += ' ';
        header += kStandardScheme;
        header += standard_code(key, parts);
    }
    return header;
}

bool verifies(std::string_view signature_header, std::span<const Secret> keys, const Signed& parts) {
    for (const Secret& key : keys) {
        const std::string expected = code(key, parts);
        for (const auto range : std::views::split(signature_header, ';')) {
            const std::string_view segment{range};
            if (segment.starts_with(kScheme) &&
                equal_in_constant_time(segment.substr(kScheme.size()), expected))
                return true;
        }
    }
    return false;
}

}  // namespace callboard::webhooks
