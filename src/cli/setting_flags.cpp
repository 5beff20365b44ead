#include "cli/setting_flags.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace callboard::cli {
namespace {

using settings::Shape;

std::vector<std::string> elements(const std::string& list) {
    std::vector<std::string> parts;
    for (const auto part : std::views::split(list, ',')) parts.emplace_back(std::string_view{part});
    return parts;
}

Arity arity_of(Shape shape) {
    switch (shape) {
        case Shape::value: return Arity::one;
        case Shape::list: return Arity::many;
        case Shape::toggle: return Arity::flag;
    }
    return Arity::one;
}

Argument option(const std::string& name, std::string_view placeholder, std::string help, Arity arity) {
    return {.name = "--" + name,
            .placeholder = std::string{placeholder},
            .help = std::move(help),
            .arity = arity,
            .is_setting = true,
            .choices = {},
            .accept = {}};
}

}  // namespace

void SettingFlags::add_to(CommandSpec& command, settings::Audience audience) {
    command.arguments.push_back(option("config", "FILE", "TOML file with settings", Arity::one));
    command.arguments.back().accept = [this](const std::string& value) { config_ = value; };
    for (const settings::Setting& setting : settings::all_settings()) {
        if (setting.audience == settings::Audience::server && audience != settings::Audience::server)
            continue;
        const std::string name{setting.name};
        std::string help{setting.meaning};
        if (!setting.preset.empty()) help += " [" + std::string{setting.preset} + "]";
        Argument made = option(name, setting.placeholder, help, arity_of(setting.shape));
        made.accept = [this, name, shape = setting.shape](const std::string& value) {
            auto& values = given_[name];
            if (shape == Shape::list) {
                std::ranges::move(elements(value), std::back_inserter(values));
            } else {
                values = {shape == Shape::toggle ? "true" : value};
            }
        };
        command.arguments.push_back(std::move(made));
    }
}

settings::Settings SettingFlags::load() const {
    return settings::load(given(), config(), settings::process_environment());
}

std::vector<settings::Effective> SettingFlags::effective() const {
    return settings::effective(given(), config(), settings::process_environment());
}

std::vector<settings::Given> SettingFlags::given() const {
    std::vector<settings::Given> all;
    all.reserve(given_.size());
    for (const auto& [name, values] : given_) all.push_back({name, values, "--" + name});
    return all;
}

std::optional<std::filesystem::path> SettingFlags::config() const {
    if (!config_) return std::nullopt;
    return std::filesystem::path{*config_};
}

}  // namespace callboard::cli
