// One statement for lists of any length: as fixed texts for a few lengths, which stay prepared.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "db/db.h"

namespace callboard::db {

// "$5, $6, $7" for three parameters from $5 on.
inline std::string parameter_list(std::size_t first, std::size_t number) {
    std::string text;
    for (std::size_t i = first; i < first + number; ++i)
        text.append(text.empty() ? "$" : ", $").append(std::to_string(i));
    return text;
}

class SizedSql {
  public:
    static constexpr std::array<std::size_t, 3> kLengths{1, 8, 32};
    static constexpr std::size_t kLongest = kLengths.back();

    // `text_for` makes the statement for a length.
    template <class Text>
    SizedSql(std::string_view name, Text text_for) {
        for (std::size_t i = 0; i < kLengths.size(); ++i) {
            names_[i] = std::string{name} + "_" + std::to_string(kLengths[i]);
            texts_[i] = text_for(kLengths[i]);
        }
    }
    // Prepared statements are known by the address of their text.
    SizedSql(const SizedSql&) = delete;
    SizedSql& operator=(const SizedSql&) = delete;

    // `length` is one of kLengths. The statement is valid as long as this object.
    GlobalSql of(std::size_t length) const {
        const auto place = static_cast<std::size_t>(std::ranges::find(kLengths, length) - kLengths.begin());
        return {names_.at(place), texts_.at(place)};
    }

    // The shortest one with room for so many, at most kLongest.
    static std::size_t length_with_room_for(std::size_t number) {
        return *std::ranges::lower_bound(kLengths, std::min(number, kLongest));
    }
    // The longest one that so many fill.
    static std::size_t length_filled_by(std::size_t number) {
        return *(std::ranges::upper_bound(kLengths, std::max<std::size_t>(number, 1)) - 1);
    }

  private:
    std::array<std::string, kLengths.size()> names_;
    std::array<std::string, kLengths.size()> texts_;
};

}  // namespace callboard::db
