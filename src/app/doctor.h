// Diagnoses what keeps a server from starting or working, with a remedy for each problem. Read-only.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "settings/settings.h"

namespace callboard::app {

enum class CheckState { ok, warning, failed };

struct Check {
    std::string name;  // such as data_directory, disk_space
    CheckState state;
    std::string message;
    std::string remedy;  // empty if ok
};

std::vector<Check> diagnose(const settings::Settings& settings);

}  // namespace callboard::app

template <>
struct callboard::Names<callboard::app::CheckState> {
    using enum callboard::app::CheckState;
    static constexpr std::array kList{std::pair{ok, std::string_view{"ok"}},
                                      std::pair{warning, std::string_view{"warning"}},
                                      std::pair{failed, std::string_view{"failed"}}};
};
