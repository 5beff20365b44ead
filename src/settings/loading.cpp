// Merges flags, environment and file, and shows the result without passwords.
#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <iterator>
#include <ranges>
#include <stdexcept>
#include <system_error>

#include <unistd.h>

#include "base/suggestion.h"
#include "settings/settings.h"

namespace callboard::settings {
namespace {

constexpr std::size_t kMostRead = std::size_t{1} << 20;

constexpr std::string_view kPrefix = "CALLBOARD_";
constexpr std::string_view kConfigVariable = "CALLBOARD_CONFIG";

const Setting* find(std::string_view name) {
    const auto found = std::ranges::find(all_settings(), name, &Setting::name);
    return found == all_settings().end() ? nullptr : &*found;
}

// Maps CALLBOARD_LISTEN to the setting `listen`; a variable with lower-case letters is no setting.
std::string setting_name(std::string_view variable) {
    std::string name{variable.substr(kPrefix.size())};
    if (std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; })) return "";
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
    return name;
}

std::vector<std::string> all_variables() {
    std::vector<std::string> variables;
    for (const Setting& setting : all_settings()) {
        std::string& variable = variables.emplace_back(setting.name);
        std::ranges::transform(variable, variable.begin(),
                               [](char c) { return c == '-' ? '_' : static_cast<char>(std::toupper(c)); });
        variable.insert(0, kPrefix);
    }
    return variables;
}

std::vector<std::string> split_list(const Setting& setting, const std::string& text) {
    if (setting.shape != Shape::list) return {text};
    std::vector<std::string> parts;
    for (const auto part : std::views::split(text, ',')) parts.emplace_back(std::string_view{part});
    return parts;
}

std::vector<Given> from_environment(const Environment& environment) {
    std::vector<Given> given;
    for (const auto& [variable, text] : environment) {
        if (!variable.starts_with(kPrefix) || variable == kConfigVariable) continue;
        const std::string name = setting_name(variable);
        const Setting* const setting = find(name);
        if (!setting)
            throw BadSetting("unknown setting " + variable + " in the environment" +
                             suggestion(variable, all_variables(), std::identity{}));
        given.push_back({name, split_list(*setting, text), variable});
    }
    return given;
}

std::optional<std::filesystem::path> config_file(const std::optional<std::filesystem::path>& flag,
                                                 const Environment& environment) {
    if (flag) return flag;
    const auto found =
        std::ranges::find(environment, kConfigVariable, [](const auto& pair) { return pair.first; });
    if (found == environment.end() || found->second.empty()) return std::nullopt;
    return found->second;
}

std::vector<Given> from_file(const std::optional<std::filesystem::path>& path) {
    if (!path) return {};
    // Others, such as a named pipe, could keep a server waiting that only reads its settings again.
    if (std::error_code none;
        std::filesystem::exists(*path, none) && !std::filesystem::is_regular_file(*path, none))
        throw BadSetting("cannot read the configuration file " + path->string() + ": not a regular file");
    std::ifstream file{*path};
    std::string text(kMostRead, '\0');
    try {
        file.read(text.data(), static_cast<std::streamsize>(text.size()));
    } catch (const std::ios_base::failure&) {  // a library throws it although it was not asked to
        file.setstate(std::ios_base::badbit);
    }
    if (file.bad() || !file.is_open())
        throw BadSetting("cannot read the configuration file " + path->string());
    text.resize(static_cast<std::size_t>(file.gcount()));
    return read_toml(text, path->string());
}

std::string masked(const std::string& text) {
    const auto scheme_end = text.find("://");
    return scheme_end == std::string::npos ? "***" : text.substr(0, scheme_end + 3) + "***";
}

// Addresses of databases, Redis and mail servers may contain a password, in several forms.
bool may_contain_password(const Setting& setting) {
    return setting.placeholder == "URL" && setting.name != "public-url";
}

// For messages about a value, which may be in the wrong place.
std::string shown(const Setting& setting, const std::string& text) {
    if (setting.secret) return "***";
    const bool looks_secret = text.find_first_of("@=%") != std::string::npos;
    return looks_secret ? masked(text) : text;
}

// For valid values.
std::string displayed(const Setting& setting, const std::string& text) {
    if (setting.secret) return "***";
    return may_contain_password(setting) ? masked(text) : text;
}

void apply(Settings& settings, const Setting& setting, const Given& given) {
    for (const std::string& text : given.values) {
        try {
            setting.apply(settings, text);
        } catch (const std::invalid_argument& reason) {
            throw BadSetting(given.origin + ": '" + shown(setting, text) + "' " + reason.what());
        }
    }
}

// What is given, by precedence.
class Sources {
  public:
    Sources(const std::vector<Given>& flags, const std::optional<std::filesystem::path>& config_flag,
            const Environment& environment)
        : all_{flags, from_environment(environment), from_file(config_file(config_flag, environment))} {}

    // Null: the default is used.
    const Given* find(std::string_view name) const {
        for (const auto& source : all_) {
            const auto found = std::ranges::find(source, name, &Given::name);
            if (found != source.end()) return &*found;
        }
        return nullptr;
    }

  private:
    std::array<std::vector<Given>, 3> all_;
};

void check_together(const Settings& settings) {
    if (settings.tls_cert.has_value() != settings.tls_key.has_value()) {
        throw BadSetting("--tls-cert and --tls-key must be given together");
    }
    if (settings.database_replica && !settings.database)
        throw BadSetting("--database-replica requires --database: SQLite has no replicas");
    // The lease covers the longest attempt: fetch a token, send, fetch another token, send again. If it
    // expired earlier, another worker could send the same notification.
    if (settings.webhook_lease < 4 * settings.webhook_timeout + 10) {
        throw BadSetting("--webhook-lease must be at least four times --webhook-timeout plus 10 seconds: " +
                         std::to_string(4 * settings.webhook_timeout + 10) +
                         "; a shorter lease would send every notification twice");
    }
}

}  // namespace

Environment process_environment() {
    Environment pairs;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text{*entry};
        const auto equals = text.find('=');
        if (equals != std::string_view::npos)
            pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return pairs;
}

Settings load(const std::vector<Given>& flags, const std::optional<std::filesystem::path>& config_flag,
              const Environment& environment) {
    const Sources sources{flags, config_flag, environment};
    Settings settings;
    for (const Setting& setting : all_settings()) {
        if (const Given* given = sources.find(setting.name)) {
            apply(settings, setting, *given);
        } else if (!setting.preset.empty()) {
            setting.apply(settings, std::string{setting.preset});
        }
    }
    check_together(settings);
    return settings;
}

std::vector<Effective> effective(const std::vector<Given>& flags,
                                 const std::optional<std::filesystem::path>& config_flag,
                                 const Environment& environment) {
    const Sources sources{flags, config_flag, environment};
    std::vector<Effective> all;
    for (const Setting& setting : all_settings()) {
        Effective& each = all.emplace_back(setting.name);
        each.reloadable = setting.reloadable;
        std::vector<std::string> values;
        if (const Given* given = sources.find(setting.name)) {
            values = given->values;
            each.origin = given->origin;
        } else if (!setting.preset.empty()) {
            values.emplace_back(setting.preset);
        }
        for (const std::string& text : values) {
            each.values.push_back(displayed(setting, text));
            each.is_masked = each.is_masked || each.values.back() != text;
            each.hash = each.hash * 31 + std::hash<std::string>{}(text);
        }
    }
    return all;
}

}  // namespace callboard::settings
