// Who the candidates of the demo company are.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "candidates/profile.h"
#include "cli/demo/dice.h"
#include "cli/demo/names.h"

namespace callboard::cli::demo {

// Makes people up, no two of the same name.
class Profiles {
  public:
    Profiles(Timestamp now, Dice& dice) : now_(now), dice_(dice) {}

    // Somebody with the career of a department, mostly from a country and around there.
    candidates::Profile next(std::size_t department, std::string_view country);

  private:
    std::size_t origin_for(std::string_view country);
    const Town& town_for(std::string_view country, std::string_view home);
    candidates::Details details(std::size_t department, const Town& town, const std::string& address);

    Timestamp now_;
    Dice& dice_;
    std::array<std::size_t, kOrigins.size()> made_{};  // of each origin
    int count_ = 0;
};

}  // namespace callboard::cli::demo
