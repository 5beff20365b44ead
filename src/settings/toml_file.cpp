#include <algorithm>

// Some assertions of the library fail for malformed files, which it rejects without them as well. With NDEBUG
// it would turn them into optimiser assumptions, which is undefined behaviour.
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
    throw BadSetting(origin + ": must be a string or an integer");
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

// Is there a non-ASCII character outside of quotes and comments? Multi-line strings are not parsed, so
// non-ASCII characters on the line that begins one are reported, too; no setting needs them.
bool has_stray_letter(std::string_view line) {
    constexpr char kNone = '\0';
    char quote = kNone;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote == kNone && c == '#') return false;
        const bool is_triple = line.substr(i).starts_with("\"\"\"") || line.substr(i).starts_with("'''");
        if (quote == kNone && is_triple)
            return std::ranges::any_of(line, [](unsigned char each) { return each >= 0x80; });
        if (quote == kNone && static_cast<unsigned char>(c) >= 0x80) return true;
        if (quote == '"' && c == '\\') {
            ++i;
        } else if (quote == kNone && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == quote) {
            quote = kNone;
        }
    }
    return false;
}

// The library has undefined behaviour for some non-ASCII characters where it expects white space, because its
// table has gaps. So they are rejected before parsing.
void require_known_letters(std::string_view text, const std::string& file_name) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (has_stray_letter(line))
            throw BadSetting(file_name + " is not TOML: a non-ASCII character outside quotes in line " +
                             std::to_string(number));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
}

}  // namespace

std::vector<Given> read_toml(std::string_view text, const std::string& file_name) {
    require_known_letters(text, file_name);
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
        const std::string origin = std::string{file_name}.append(": ").append(name);
        std::ranges::replace(name, '_', '-');
        const auto settings = all_settings();
        const auto setting = std::ranges::find(settings, name, &Setting::name);
        if (setting == settings.end())
            throw BadSetting(origin + ": unknown setting" + suggestion(name, settings, &Setting::name));
        given.push_back({name, as_values(node, *setting, origin), origin});
    }
    return given;
}

}  // namespace callboard::settings
