// Settings as options of a command.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/spec.h"
#include "settings/settings.h"

namespace callboard::cli {

class SettingFlags {
  public:
    // Adds --config and an option for every setting of the audience, which refer to this object.
    void add_to(CommandSpec& command, settings::Audience audience);

    // What the command line, the environment and the file say; call it after the command line was parsed.
    settings::Settings load() const;

  private:
    std::map<std::string, std::vector<std::string>> given_;
    std::optional<std::string> config_;
};

}  // namespace callboard::cli
