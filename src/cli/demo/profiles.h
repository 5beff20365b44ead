// Profiles of the demo candidates.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "candidates/profile.h"
#include "cli/demo/names.h"
#include "cli/demo/seeded_random.h"

namespace callboard::cli::demo {

// Generates profiles with distinct names.
class Profiles {
  public:
    Profiles(Timestamp now, SeededRandom& random) : now_(now), random_(random) {}

    // A profile with a career of the department, mostly from the country and its surroundings.
    candidates::Profile next(std::size_t department, std::string_view country);

  private:
    std::size_t origin_for(std::string_view country);
    const Town& town_for(std::string_view country, std::string_view home);
    candidates::Details details(std::size_t department, const Town& town, const std::string& address);

    Timestamp now_;
    SeededRandom& random_;
    std::array<std::size_t, kOrigins.size()> made_{};  // number of profiles per origin
    int count_ = 0;
};

}  // namespace callboard::cli::demo
