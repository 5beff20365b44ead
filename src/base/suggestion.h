// The "did you mean" part of error messages.
#pragma once

#include <functional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace callboard {

// "; did you mean 'serve'?", or nothing when no candidate is near enough.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates);

// The same for the names of a range of rows.
template <std::ranges::sized_range Rows, class NameOf>
std::string suggestion(std::string_view word, const Rows& rows, NameOf name_of) {
    std::vector<std::string_view> names;
    names.reserve(std::ranges::size(rows));
    for (const auto& row : rows) names.emplace_back(std::invoke(name_of, row));
    return suggestion(word, names);
}

}  // namespace callboard
