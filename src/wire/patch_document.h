// The document that a patch (RFC 6902, RFC 7396) is applied to, as a Boost.JSON value. Internal to this
// folder.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/json/value.hpp>

#include "base/error.h"

namespace callboard::wire {

// The maximum size of a patched document; the same as of a request body.
inline constexpr std::size_t kMostPatchedBytes = std::size_t{1024} * 1024;

// Throws INVALID_JSON like JsonDocument.
boost::json::value tree_of(std::string_view json);

// Throws an Error of this kind if the document exceeds kMostPatchedBytes and its size before the patch, or
// has more members or values than a JsonDocument may have.
std::string patched_text(const boost::json::value& document, std::size_t size_before, ErrorKind kind);

}  // namespace callboard::wire
