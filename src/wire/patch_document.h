// The document that a patch (RFC 6902, RFC 7396) changes, as a tree of the JSON library. For files of this
// folder.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/json/value.hpp>

#include "base/error.h"

namespace callboard::wire {

// What a patch makes of a document may be as large as the body of a request.
inline constexpr std::size_t kMostPatchedBytes = std::size_t{1024} * 1024;

// Throws INVALID_JSON as a body does: it has at most kMaxJsonDepth levels.
boost::json::value tree_of(std::string_view json);

// Throws an Error of this kind when the patch made a document larger than kMostPatchedBytes. One that was
// larger before may stay as it is.
std::string patched_text(const boost::json::value& document, std::size_t size_before, ErrorKind kind);

}  // namespace callboard::wire
