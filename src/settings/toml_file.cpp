#include <algorithm>

// Some assertions of the library fail for malformed files, which it refuses just as well without them. Where
// assertions are off, it would even let the compiler take them for granted.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "base/suggestion.h"
#include "settings/settings.h"

namespace callboard::settings {
namespace {

std::string as_text(const toml::node& node, const Setting& setting, const std::string& origin) {
    const auto truth = node.value_exact<bool>();
    if (truth && setting.shape == Shape::toggle) return *truth ? "true" : "false";
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
    throw BadSetting(origin + ": must be a text or a whole number");
}

std::vector<std::string> as_values(const toml::node& node, const Setting& setting,
                                   const std::string& origin) {
    const toml::array* const array = node.as_array();
    if (!array) return {as_text(node, setting, origin)};
    if (setting.shape != Shape::list) throw BadSetting(origin + ": takes one value, not a list");
    std::vector<std::string> values;
    for (const toml::node& element : *array) values.push_back(as_text(element, setting, origin));
    return values;
}

}  // namespace

std::vector<Given> read_toml(std::string_view text, const std::string& file_name) {
    toml::table table;
    try {
        table = toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw BadSetting(file_name + " is not TOML: " + std::string{error.description()} + " in line " +
                         std::to_string(error.source().begin.line));
    }
    std::vector<Given> given;
    for (const auto& [key, node] : table) {
        std::string name{key.str()};
        const std::string origin = file_name + ": " + name;
        std::ranges::replace(name, '_', '-');
        const auto settings = all_settings();
        const auto setting = std::ranges::find(settings, name, &Setting::name);
        if (setting == settings.end())
            throw BadSetting(origin + ": there is no such setting" +
                             suggestion(name, settings, &Setting::name));
        given.push_back({name, as_values(node, *setting, origin), origin});
    }
    return given;
}

}  // namespace callboard::settings
