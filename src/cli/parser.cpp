#include "cli/parser.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/suggestion.h"

namespace callboard::cli {
namespace {

using Words = std::span<const std::string>;

bool asks_for_help(std::string_view word) {
    return word == "--help" || word == "-h";
}

bool looks_like_option(std::string_view word) {
    return word.size() > 1 && word.starts_with('-');
}

const CommandSpec* find_command(const CommandSpec& group, std::string_view name) {
    const auto found = std::ranges::find(group.commands, name, &CommandSpec::name);
    return found == group.commands.end() ? nullptr : &*found;
}

UsageError unknown_command(const CommandSpec& group, const std::string& word) {
    if (looks_like_option(word)) return UsageError{"a command must come before the option '" + word + "'"};
    return UsageError{"unknown command '" + word + "'" +
                      suggestion(word, group.commands, &CommandSpec::name)};
}

UsageError missing_command(const CommandSpec& group) {
    std::vector<std::string> names;
    for (const CommandSpec& command : group.commands) names.push_back(command.name);
    return UsageError{"'" + group.name + "' requires a command: " + enumerated(names)};
}

// Parses the words of one command from left to right.
class ArgumentReader {
  public:
    ArgumentReader(const CommandSpec& command, Words words)
        : command_(command), words_(words), times_given_(command.arguments.size()) {}

    void read() {
        bool options_ended = false;
        while (!words_.empty()) {
            const std::string word = next();
            if (word == "--" && !options_ended) {
                options_ended = true;
            } else if (looks_like_option(word) && !options_ended) {
                read_option(word);
            } else {
                read_positional(word);
            }
        }
        require_all();
    }

  private:
    std::string next() {
        std::string word = words_.front();
        words_ = words_.subspan(1);
        return word;
    }
    // A value of an option that begins with a dash must be joined to it (--name=-x).
    bool has_value() const { return !words_.empty() && !looks_like_option(words_.front()); }

    void read_option(const std::string& word) {
        const auto equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const Argument& option = option_named(name);
        if (option.arity == Arity::flag) {
            if (equals != std::string::npos) throw UsageError{name + " takes no value"};
            return take(option, "");
        }
        if (equals != std::string::npos) return take(option, word.substr(equals + 1));
        if (!has_value()) throw UsageError{name + " requires a value"};
        take(option, next());
        while (option.arity == Arity::many && has_value()) take(option, next());
    }

    void read_positional(const std::string& word) {
        for (const Argument& argument : command_.arguments) {
            if (argument.is_option() || (argument.arity == Arity::one && times_given(argument) > 0)) continue;
            return take(argument, word);
        }
        throw UsageError{"unexpected argument '" + word + "'"};
    }

    const Argument& option_named(const std::string& name) const {
        const auto& all = command_.arguments;
        const auto found = std::ranges::find(all, name, &Argument::name);
        if (found != all.end()) return *found;
        throw UsageError{"unknown option '" + name + "'" + suggestion(name, all, &Argument::name)};
    }

    void take(const Argument& argument, const std::string& value) {
        const bool is_repeated = ++times_given(argument) > 1;
        if (is_repeated && argument.arity == Arity::one && !argument.is_setting)
            throw UsageError{argument.label() + " is given twice"};
        if (!argument.choices.empty() &&
            std::ranges::find(argument.choices, value) == argument.choices.end()) {
            throw UsageError{argument.label() + ": '" + value + "' is not one of " +
                             enumerated(argument.choices) +
                             suggestion(value, argument.choices, std::identity{})};
        }
        argument.accept(value);
    }

    // Last, because a misspelt option is also a missing one, and the unknown name is the better message.
    void require_all() {
        std::vector<std::string> missing;
        for (const Argument& argument : command_.arguments)
            if (argument.required && times_given(argument) == 0) missing.push_back(argument.label());
        if (missing.empty()) return;
        throw UsageError{enumerated(missing) + (missing.size() == 1 ? " is required" : " are required")};
    }

    int& times_given(const Argument& argument) {
        return times_given_.at(static_cast<std::size_t>(&argument - command_.arguments.data()));
    }

    const CommandSpec& command_;
    Words words_;
    std::vector<int> times_given_;
};

bool has_help_option(Words words) {
    const auto end = std::ranges::find(words, "--");
    return std::ranges::any_of(words.begin(), end, asks_for_help);
}

}  // namespace

Invocation parse(const CommandSpec& root, Words words) {
    Invocation found{.command = &root, .path = root.name};
    while (found.command->is_group()) {
        if (words.empty()) {
            if (!found.wants_help && found.command != &root) throw missing_command(*found.command);
            found.wants_help = true;
            return found;
        }
        const std::string& word = words.front();
        words = words.subspan(1);
        if (word == "help" || asks_for_help(word)) {
            found.wants_help = true;
            continue;
        }
        const CommandSpec* const command = find_command(*found.command, word);
        if (!command) throw unknown_command(*found.command, word);
        found.command = command;
        found.path += " " + word;
    }
    found.wants_help = found.wants_help || has_help_option(words);
    if (!found.wants_help) ArgumentReader{*found.command, words}.read();
    return found;
}

std::string known_path(const CommandSpec& root, Words words) {
    std::string path = root.name;
    const CommandSpec* command = &root;
    for (const std::string& word : words) {
        command = find_command(*command, word);
        if (!command) break;
        path += " " + word;
    }
    return path;
}

std::string enumerated(const std::vector<std::string>& names, std::string_view conjunction) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0 && i + 1 == names.size()) {
            text.append(" ").append(conjunction).append(" ");
        } else if (i > 0) {
            text += ", ";
        }
        text += names[i];
    }
    return text;
}

}  // namespace callboard::cli
