// Dates as the caller wants them: patterns as Java's SimpleDateFormat has them, in UTC and English.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace callboard::analytics {

inline constexpr std::string_view kUsualPattern = "yyyy-MM-dd'T'HH:mm:ss";

class DatePattern {
  public:
    // Nothing for a letter that stands for nothing, an open quotation, or too long a text.
    static std::optional<DatePattern> parse(std::string_view pattern);

    void append(std::string& out, Timestamp time) const;

  private:
    struct Piece {
        char letter = 0;  // 0: `text` as it is
        std::size_t count = 0;
        std::string text;
    };
    std::vector<Piece> pieces_;
};

}  // namespace callboard::analytics
