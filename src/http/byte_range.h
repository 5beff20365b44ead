// The part of a body that a Range header asks for (RFC 9110, 14).
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

// What a Range header asks of a body: nothing that we give (then the whole is sent), a part that is not there
// (416), or a part.
enum class RangeOutcome { whole, unsatisfiable, part };
struct RangeAnswer {
    RangeOutcome outcome = RangeOutcome::whole;
    ByteRange part;

    bool operator==(const RangeAnswer&) const = default;
};

// One range of bytes; several at once, and what is no range, get the whole.
RangeAnswer read_range(std::string_view header, std::uint64_t size);

// Of a request for a body with this entity tag: If-Range may say that a part of another one is of no use.
RangeAnswer asked_range(const Request& request, std::string_view etag, std::uint64_t size);

// Does an If-None-Match header name the tag? Compared weakly.
bool names_tag(std::string_view if_none_match, std::string_view etag);

}  // namespace callboard::http
