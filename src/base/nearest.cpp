#include "base/nearest.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

#include "base/ascii.h"

namespace callboard {
namespace {

constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kMostErrors = 3;

// The Damerau-Levenshtein distance (optimal string alignment): substitutions, insertions, deletions and
// transpositions of adjacent letters. `right` is at most kMostErrors longer than kLongestWord.
std::size_t distance(std::string_view left, std::string_view right) {
    using Row = std::array<std::size_t, kLongestWord + kMostErrors + 1>;
    Row before_last{};
    Row last{};
    std::iota(last.begin(), last.end(), 0U);
    for (std::size_t i = 1; i <= left.size(); ++i) {
        Row row{};
        row[0] = i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const bool same = lower(left[i - 1]) == lower(right[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
            if (i > 1 && j > 1 && lower(left[i - 1]) == lower(right[j - 2]) &&
                lower(left[i - 2]) == lower(right[j - 1])) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
        before_last = last;
        last = row;
    }
    return last[right.size()];
}

std::size_t difference(std::size_t a, std::size_t b) {
    return a > b ? a - b : b - a;
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
    if (word.size() < 2 || word.size() > kLongestWord) return std::nullopt;
    const std::size_t allowed = std::clamp<std::size_t>(word.size() / 3, 1, kMostErrors);
    std::optional<std::string_view> found;
    std::size_t least = allowed + 1;
    for (const std::string_view candidate : candidates) {
        if (candidate.empty() || difference(word.size(), candidate.size()) > allowed) continue;
        const std::size_t errors = distance(word, candidate);
        if (errors >= least) continue;
        least = errors;
        found = candidate;
    }
    return found;
}

}  // namespace callboard
