// Settings as flags of a command.
#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "settings/settings.h"

namespace CLI {
class App;
}

namespace callboard::settings {

class Flags {
  public:
    // Adds --config and a flag for every setting of the audience.
    void add_to(CLI::App& command, Audience audience);

    // What the command line, the environment and the file say; call it after the command line was parsed.
    Settings load() const;

  private:
    struct Flag {
        const Setting* setting;
        std::vector<std::string> values;
    };
    std::deque<Flag> flags_;  // a deque: the parser keeps the addresses of the values
    std::optional<std::string> config_;
};

}  // namespace callboard::settings
