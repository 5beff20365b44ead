// Range requests (RFC 9110, section 14).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace callboard::http {

struct ByteRange {
    std::uint64_t first = 0;
    std::uint64_t size = 0;

    bool operator==(const ByteRange&) const = default;
};

// The whole body (200), because the header is absent or not supported; a range outside of the body (416); or
// a part (206).
enum class RangeOutcome { whole, unsatisfiable, part };
struct RangeAnswer {
    RangeOutcome outcome = RangeOutcome::whole;
    ByteRange part;

    bool operator==(const RangeAnswer&) const = default;
};

// Supports a single range; several ranges, and invalid headers, get the whole body.
RangeAnswer read_range(std::string_view header, std::uint64_t size);

// The range of a request for a body with this entity tag. If-Range (RFC 9110, section 13.1.5) with another
// tag gets the whole body.
RangeAnswer asked_range(const Request& request, std::string_view etag, std::uint64_t size);

// Does If-None-Match contain the tag, by weak comparison (RFC 9110, section 8.8.3.2)?
bool names_tag(std::string_view if_none_match, std::string_view etag);

}  // namespace callboard::http
