// Formats dates by a pattern of Java's SimpleDateFormat, in UTC and English.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace callboard::analytics {

inline constexpr std::string_view kDefaultPattern = "yyyy-MM-dd'T'HH:mm:ss";

class DatePattern {
  public:
    // Nothing for an unknown letter, an unterminated quotation, or a pattern that is too long.
    static std::optional<DatePattern> parse(std::string_view pattern);

    void append(std::string& out, Timestamp time) const;

  private:
    struct Piece {
        char letter = 0;  // 0: literal text
        std::size_t count = 0;
        std::string text;
    };
    std::vector<Piece> pieces_;
};

}  // namespace callboard::analytics
