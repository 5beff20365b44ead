// The parts of a form with files (multipart/form-data, RFC 7578), as browsers and HTTP clients send it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callboard::wire {

struct Part {
    std::string name;
    std::optional<std::string> file_name;
    std::optional<std::string> media_type;
    std::string_view content;  // points into the body
};

inline constexpr std::size_t kMostParts = 32;  // unless a form has more fields

// nullopt if the media type is another one, or the body is not complete or well-formed, or has too many
// parts. Takes time proportional to the body.
std::optional<std::vector<Part>> parse_multipart(std::string_view content_type, std::string_view body,
                                                 std::size_t most_parts = kMostParts);

}  // namespace callboard::wire
