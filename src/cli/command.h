// Declaration of commands, and their common options.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/output.h"
#include "cli/setting_flags.h"
#include "cli/spec.h"
#include "settings/settings.h"

namespace callboard::cli {

// Thrown by a command that has already printed its negative result: the program exits with 1 and prints
// nothing more.
struct Unsuccessful {};

// Base of the options of a command.
struct Common {
    SettingFlags flags;
    bool json = false;

    Output output() const { return Output{json}; }

    // For short-lived commands: logs only warnings and errors.
    settings::Settings settings() const {
        settings::Settings loaded = flags.load();
        loaded.log_level = "warn";
        return loaded;
    }
};

// Declares a command; created by command() below. `Options` has a member function run(). A name with two
// leading dashes is an option, any other a positional argument.
template <class Options>
class Command {
  public:
    Command(CommandSpec& parent, std::string name, std::string help, settings::Audience audience)
        : spec_(parent.add(std::move(name), std::move(help))) {
        spec_.run = [options = options_] { options->run(); };
        flag("--json", &Options::json, "Print one JSON object");
        own_ = 0;  // own arguments precede these in the help
        options_->flags.add_to(spec_, audience);
    }

    // A required argument.
    template <class Value>
    Command& needs(const std::string& name, Value Options::* member, const std::string& help) {
        takes(name, member, help);
        last().required = true;
        return *this;
    }
    // `Value` is std::string, std::optional<std::string>, or a std::vector for repeated values.
    template <class Value>
    Command& takes(const std::string& name, Value Options::* member, const std::string& help) {
        constexpr bool kMany = std::is_same_v<Value, std::vector<std::string>>;
        return add(name, help, kMany ? Arity::many : Arity::one,
                   [options = options_, member](const std::string& value) {
                       if constexpr (kMany) {
                           (*options.*member).push_back(value);
                       } else {
                           *options.*member = value;
                       }
                   });
    }
    Command& flag(const std::string& name, bool Options::* member, const std::string& help) {
        return add(name, help, Arity::flag,
                   [options = options_, member](const std::string&) { *options.*member = true; });
    }
    Command& one_of(std::vector<std::string> values) {  // for the last declared argument
        last().choices = std::move(values);
        return *this;
    }
    // Names the value of the last declared argument; shells complete FILE and DIR to paths.
    Command& shown_as(std::string placeholder) {
        last().placeholder = std::move(placeholder);
        return *this;
    }

  private:
    Command& add(const std::string& name, const std::string& help, Arity arity,
                 std::function<void(const std::string&)> accept) {
        spec_.arguments.insert(spec_.arguments.begin() + own_++, {.name = name,
                                                                  .placeholder = placeholder_of(name),
                                                                  .help = help,
                                                                  .arity = arity,
                                                                  .choices = {},
                                                                  .accept = std::move(accept)});
        return *this;
    }
    Argument& last() { return spec_.arguments.at(static_cast<std::size_t>(own_ - 1)); }

    std::shared_ptr<Options> options_ = std::make_shared<Options>();
    CommandSpec& spec_;
    std::ptrdiff_t own_ = 0;
};

template <class Options>
Command<Options> command(CommandSpec& parent, std::string name, std::string help,
                         settings::Audience audience = settings::Audience::every_command) {
    return {parent, std::move(name), std::move(help), audience};
}

// One function for each command or group; each adds itself.
void add_serve(CommandSpec& root);
void add_demo(CommandSpec& root);
void add_company(CommandSpec& root);
void add_user(CommandSpec& root);
void add_application(CommandSpec& root);
void add_credential(CommandSpec& root);
void add_scim_token(CommandSpec& root);
void add_webhook(CommandSpec& root);
void add_mail(CommandSpec& root);
void add_sso(CommandSpec& root);
void add_report(CommandSpec& root);
void add_maintenance(CommandSpec& root);
void add_backup(CommandSpec& root);
void add_move(CommandSpec& root);
void add_reindex(CommandSpec& root);
void add_config(CommandSpec& root);
void add_doctor(CommandSpec& root);
void add_health(CommandSpec& root);
void add_secrets_key(CommandSpec& root);
void add_tail(CommandSpec& root);

}  // namespace callboard::cli
