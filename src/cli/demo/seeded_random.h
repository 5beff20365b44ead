// Deterministic pseudo-random numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace callboard::cli::demo {

class SeededRandom {
  public:
    explicit SeededRandom(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    int between(int least, int most) {
        const auto range = static_cast<std::size_t>(most - least);
        return least + static_cast<int>(below(range + 1));
    }
    bool chance(int percent) { return between(1, 100) <= percent; }

    template <class Range>
    const auto& pick(const Range& range) {
        return range[below(range.size())];
    }

  private:
    std::mt19937_64 random_;  // fully specified by the standard, unlike its distributions
};

}  // namespace callboard::cli::demo
