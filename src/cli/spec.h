// Commands as data: what each is called, what it takes and what it does. The parser and the help read it.
#pragma once

#include <functional>
#include <list>
#include <stdexcept>
#include <string>
#include <vector>

namespace callboard::cli {

// The command line cannot be understood; the message says why.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class Arity { flag, one, many };  // how many values an argument takes; a flag takes none

// An option (--redirect-uri), or a positional argument (client_id).
struct Argument {
    std::string name;
    std::string placeholder;  // what the help calls its value
    std::string help;
    Arity arity = Arity::one;
    bool required = false;
    bool is_setting = false;  // of the program rather than of the command; given twice, the last counts
    std::vector<std::string> choices;                      // empty: any value
    std::function<void(const std::string& value)> accept;  // called for each value; for a flag, with ""

    bool is_option() const { return name.starts_with("--"); }

    // --redirect-uri, CLIENT_ID
    const std::string& label() const { return is_option() ? name : placeholder; }
};

// A command, or a group of them.
struct CommandSpec {
    std::string name;
    std::string help;
    std::vector<Argument> arguments;
    std::function<void()> run;        // a group has none
    std::list<CommandSpec> commands;  // of a group; a list, because declarations keep references

    bool is_group() const { return !run; }

    // Adds one; a group as long as it is not given something to run.
    CommandSpec& add(std::string command_name, std::string command_help);
};

// What the value of --redirect-uri or the argument client_id is called in the help: REDIRECT_URI, CLIENT_ID.
std::string placeholder_of(const std::string& argument_name);

}  // namespace callboard::cli
