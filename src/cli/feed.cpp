#include "cli/feed.h"

#include <charconv>
#include <string>

namespace callboard::cli {

Timestamp time_of_uuid(std::string_view uuid) {
    const std::string digits = std::string{uuid.substr(0, 8)}.append(uuid.substr(9, 4));
    Timestamp time;
    std::from_chars(digits.data(), digits.data() + digits.size(), time.ms, 16);
    return time;
}

}  // namespace callboard::cli
