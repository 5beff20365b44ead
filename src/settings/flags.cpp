#include "settings/flags.h"

#include <CLI/CLI.hpp>

namespace callboard::settings {

void Flags::add_to(CLI::App& command, Audience audience) {
    command.add_option("--config", config_, "TOML file with settings")->type_name("FILE");
    for (const Setting& setting : all_settings()) {
        if (setting.audience == Audience::server && audience != Audience::server) continue;
        Flag& flag = flags_.emplace_back(&setting, std::vector<std::string>{});
        std::string help{setting.meaning};
        if (!setting.preset.empty()) help += " [" + std::string{setting.preset} + "]";
        if (setting.shape == Shape::toggle) {
            const auto turn_on = [&flag](std::int64_t) { flag.values = {"true"}; };
            command.add_flag_function("--" + std::string{setting.name}, turn_on, help);
            continue;
        }
        auto* const option = command.add_option("--" + std::string{setting.name}, flag.values, help);
        option->type_name(std::string{setting.placeholder});
        if (setting.shape == Shape::list) {
            option->expected(1, CLI::detail::expected_max_vector_size)->delimiter(',');
        } else {
            option->allow_extra_args(false)->expected(1)->take_last();
        }
    }
}

Settings Flags::load() const {
    std::vector<Given> given;
    for (const Flag& flag : flags_) {
        if (flag.values.empty()) continue;
        const std::string name{flag.setting->name};
        given.push_back({name, flag.values, "--" + name});
    }
    std::optional<std::filesystem::path> config;
    if (config_) config = *config_;
    return settings::load(given, config, process_environment());
}

}  // namespace callboard::settings
