#include "cli/manual.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "cli/parser.h"
#include "settings/settings.h"

namespace callboard::cli {
namespace {

// Appends one character of UTF-8 text as \[uXXXX], which every version of groff reads; returns its length.
std::size_t append_unicode(std::string& out, std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = std::min<std::size_t>(lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2, text.size());
    std::uint32_t code = lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i)
        code = (code << 6U) | (static_cast<unsigned char>(text[i]) & 0x3fU);
    out += fmt::format("\\[u{:04X}]", code);
    return length;
}

// Text with `code` in bold. A dash is escaped, because a plain one is printed as a hyphen that cannot be
// copied into a shell.
std::string roff(std::string_view text) {
    std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    bool bold = false;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (static_cast<unsigned char>(c) >= 0x80) {
            i += append_unicode(out, text.substr(i));
            continue;
        }
        ++i;
        if (c == '`') {
            bold = !bold;
            out += bold ? "\\fB" : "\\fR";
        } else if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

std::string bold(std::string_view text) {
    return "\\fB" + roff(text) + "\\fR";
}

std::string section(std::string_view title, const std::string& body) {
    return fmt::format(".SH {}\n{}", title, body);
}

std::string paragraph(std::string_view text) {
    return ".PP\n" + roff(text) + "\n";
}

// A name with its meaning below, indented. `name` is roff already.
std::string item(const std::string& name, std::string_view meaning) {
    return ".TP\n" + name + "\n" + roff(meaning) + "\n";
}

// --name NAME..., with the placeholder in italics.
std::string form(const Argument& argument) {
    const std::string value = "\\fI" + roff(argument.placeholder) + "\\fR";
    const std::string dots = argument.arity == Arity::many ? "..." : "";
    if (!argument.is_option()) return value + dots;
    if (argument.arity == Arity::flag) return bold(argument.name);
    return bold(argument.name) + " " + value + dots;
}

std::string meaning(const Argument& argument) {
    std::string text = argument.help;
    if (!argument.choices.empty()) text += ": " + enumerated(argument.choices, "or");
    return text + ".";
}

std::string usage(const std::string& path, const CommandSpec& command) {
    std::string text = bold(path);
    for (const Argument& argument : command.arguments)
        if (!argument.is_option()) text += " " + form(argument);
    for (const Argument& argument : command.arguments) {
        if (!argument.is_option() || argument.is_setting || argument.name == "--json") continue;
        text += argument.required ? " " + form(argument) : " [" + form(argument) + "]";
    }
    return text;
}

std::string commands(const CommandSpec& root) {
    std::string text = paragraph(
        "Every command takes `--help` (`-h`), `--json` to print one JSON object, `--config` and the settings "
        "marked below. Options that are not in brackets are required.");
    for (const auto& [path, command] : all_below(root)) {
        if (command->is_group()) continue;
        text += item(usage(path, *command), command->help + ".");
        std::string arguments;
        for (const Argument& argument : command->arguments)
            if (!argument.is_setting && argument.name != "--json")
                arguments += item(form(argument), meaning(argument));
        if (!arguments.empty()) text += ".RS\n" + arguments + ".RE\n";
    }
    return text;
}

std::string setting_item(const settings::Setting& setting) {
    const std::string name{setting.name};
    std::string text{setting.meaning};
    if (!setting.preset.empty()) text += " Default: `" + std::string{setting.preset} + "`.";
    if (setting.audience == settings::Audience::every_command) text += " Every command takes it.";
    const std::string value = setting.placeholder.empty() ? "" : " \\fI" + roff(setting.placeholder) + "\\fR";
    return item(bold("--" + name) + value + (setting.shape == settings::Shape::list ? "..." : "") + ", " +
                    bold("CALLBOARD_" + placeholder_of(name)),
                text);
}

std::string all_settings() {
    std::string text = paragraph(
        "A setting is an option, an environment variable, or a key (its name without the leading dashes) of "
        "the TOML file that `--config` names. Options take precedence over the environment, and the "
        "environment over the file. Lists are repeated options, separated by commas in the environment, and "
        "arrays in the file.");
    for (const settings::Setting& setting : settings::all_settings()) text += setting_item(setting);
    return text;
}

std::string environment() {
    return item(bold("CALLBOARD_CONFIG"), "The settings file, if `--config` is not given.") +
           item(bold("CALLBOARD_") + "\\fINAME\\fR",
                "A setting: its name in capital letters, with underscores. An unknown name is an error.") +
           item(
               bold("NOTIFY_SOCKET") + ", " + bold("WATCHDOG_USEC") + ", " + bold("WATCHDOG_PID"),
               "Set by a service manager: `serve` reports readiness, shutdown and that it still responds, as "
               "described in sd_notify(3).");
}

std::string files() {
    return item("\\fI/etc/callboard/callboard.toml\\fR", "The settings file of the Debian package.") +
           item("\\fI/var/lib/callboard\\fR", "The data directory of the Debian package.") +
           item("\\fIcallboard.db\\fR",
                "In the data directory: the SQLite database, unless `--database` is set.") +
           item("\\fIsecrets.key\\fR",
                "In the data directory: the key that encrypts secrets in the database. Back it up, but not "
                "together with the database.") +
           item("\\fInode.id\\fR",
                "In the data directory: the name of this server among those of a database.") +
           item("\\fIreports\\fR", "In the data directory: report files.");
}

std::string exit_status() {
    return item(bold("0"), "Success.") + item(bold("1"), "Failure; the reason is on standard error.") +
           item(bold("2"), "Wrong usage or an invalid setting.");
}

}  // namespace

// Words are not hyphenated: names of settings and variables are copied from the page.
std::string manual_page(const CommandSpec& root) {
    return ".\\\" Printed by 'callboard manual'.\n"
           ".TH CALLBOARD 1 \"\" \"Callboard " CALLBOARD_VERSION "\" \"User Commands\"\n.nh\n.ad l\n" +
           section("NAME", "callboard \\- a self\\-hosted recruiting platform API\n") +
           section("SYNOPSIS", bold("callboard") + " \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.br\n" +
                                   bold("callboard help") + " [\\fICOMMAND\\fR]\n") +
           section("DESCRIPTION",
                   "The server and the commands of its operator. " + bold("callboard serve") +
                       " runs the server; the other commands manage companies, users, credentials and data, "
                       "also while it runs.\n") +
           section("COMMANDS", commands(root)) + section("SETTINGS", all_settings()) +
           section("ENVIRONMENT", environment()) + section("FILES", files()) +
           section("EXIT STATUS", exit_status());
}

}  // namespace callboard::cli
