// Settings as options of a command.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/spec.h"
#include "settings/settings.h"

namespace callboard::cli {

class SettingFlags {
  public:
    // Adds --config and an option for every setting of the audience; they refer to this object.
    void add_to(CommandSpec& command, settings::Audience audience);

    // Merges command line, environment and file; call after parsing the command line.
    settings::Settings load() const;

    // The same for display.
    std::vector<settings::Effective> effective() const;

  private:
    std::vector<settings::Given> given() const;
    std::optional<std::filesystem::path> config() const;

    std::map<std::string, std::vector<std::string>> given_;
    std::optional<std::string> config_;
};

}  // namespace callboard::cli
