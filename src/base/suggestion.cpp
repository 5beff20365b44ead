#include "base/suggestion.h"

#include "base/nearest.h"

namespace callboard {

std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates) {
    const auto meant = nearest(word, candidates);
    return meant ? "; did you mean '" + std::string{*meant} + "'?" : std::string{};
}

}  // namespace callboard
