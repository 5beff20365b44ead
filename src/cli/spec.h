// Commands as data: name, arguments and action. Read by the parser and the help.
#pragma once

#include <functional>
#include <list>
#include <stdexcept>
#include <string>
#include <vector>

namespace callboard::cli {

// An invalid command line; the message is for the user.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class Arity { flag, one, many };  // number of values; a flag has none

// An option (--redirect-uri), or a positional argument (client_id).
struct Argument {
    std::string name;
    std::string placeholder;  // of the value in the help
    std::string help;
    Arity arity = Arity::one;
    bool required = false;
    bool is_setting = false;           // a setting of the program; if repeated, the last value is used
    std::vector<std::string> choices;  // empty: any value
    std::function<void(const std::string& value)> accept;  // called for each value; for a flag with ""

    bool is_option() const { return name.starts_with("--"); }

    // Such as --redirect-uri, CLIENT_ID.
    const std::string& label() const { return is_option() ? name : placeholder; }
};

// A command or a group of commands.
struct CommandSpec {
    std::string name;
    std::string help;
    std::vector<Argument> arguments;
    std::function<void()> run;        // empty for a group
    std::list<CommandSpec> commands;  // of a group; a list, because declarations keep references

    bool is_group() const { return !run; }

    // Adds a command; it is a group unless `run` is set.
    CommandSpec& add(std::string command_name, std::string command_help);
};

// A command or group, and its path below the root: "user add". The path of the root is empty.
struct CommandAtPath {
    std::string path;
    const CommandSpec* command;
};

// The root and everything below it, groups before their commands.
std::vector<CommandAtPath> all_below(const CommandSpec& root);

// The placeholder in the help for --redirect-uri or client_id: REDIRECT_URI, CLIENT_ID.
std::string placeholder_of(const std::string& argument_name);

}  // namespace callboard::cli
