// Versions of resources that several people change: the ETag of a response, and If-Match of a request
// (RFC 9110), by which the second of two concurrent changes is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callboard {

// The versions that a caller expects; absent: any.
struct ExpectedVersion {
    std::optional<std::vector<std::int64_t>> versions;

    bool allows(std::int64_t current) const;
};

// Version 7 has the ETag "7", with its quotes.
std::string version_tag(std::int64_t version);

// Reads If-Match. A tag that is not one of version_tag() allows no version.
ExpectedVersion expected_version(std::string_view if_match);

// Throws PRECONDITION_FAILED.
void require_version(std::int64_t current, const ExpectedVersion& expected);

}  // namespace callboard
