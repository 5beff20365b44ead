// A command, its options, and the flags that every command has.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/output.h"
#include "settings/flags.h"
#include "settings/settings.h"

namespace callboard::cli {

// The options of a command are members of an object that derives from this.
struct Common {
    settings::Flags flags;
    bool json = false;

    Output output() const { return Output{json}; }

    // Of a command that does one thing and ends: its log tells only what went wrong.
    settings::Settings settings() const {
        settings::Settings loaded = flags.load();
        loaded.log_level = "warn";
        return loaded;
    }
};

// Describes a command to the parser; made by command() below. `Options` has a member function run().
template <class Options>
class Command {
  public:
    Command(CLI::App& parent, const std::string& name, const std::string& help, settings::Audience audience)
        : command_(parent.add_subcommand(name, help)) {
        options_->flags.add_to(*command_, audience);
        command_->add_flag("--json", options_->json, "Print one JSON object");
        // Options that are needed and missing are reported here, after those that are unknown: a misspelt
        // option is both.
        command_->callback([options = options_, needed = needed_] {
            for (const CLI::Option* option : *needed)
                if (option->empty()) throw CLI::RequiredError(option->get_name());
            options->run();
        });
    }

    template <class Value>
    Command& needs(const std::string& name, Value Options::* member, const std::string& help) {
        takes(name, member, help);
        needed_->push_back(last_);
        return *this;
    }
    template <class Value>
    Command& takes(const std::string& name, Value Options::* member, const std::string& help) {
        last_ = command_->add_option(name, options_.get()->*member, help);
        return *this;
    }
    Command& flag(const std::string& name, bool Options::* member, const std::string& help) {
        last_ = command_->add_flag(name, options_.get()->*member, help);
        return *this;
    }
    Command& one_of(const std::vector<std::string>& values) {  // for the option named before
        last_->check(CLI::IsMember(values));
        return *this;
    }

  private:
    std::shared_ptr<Options> options_ = std::make_shared<Options>();
    std::shared_ptr<std::vector<const CLI::Option*>> needed_ =
        std::make_shared<std::vector<const CLI::Option*>>();
    CLI::App* command_;
    CLI::Option* last_ = nullptr;
};

template <class Options>
Command<Options> command(CLI::App& parent, const std::string& name, const std::string& help,
                         settings::Audience audience = settings::Audience::every_command) {
    return {parent, name, help, audience};
}

// One function per command or group of commands; each adds itself.
void add_serve(CLI::App& root);
void add_demo(CLI::App& root);
void add_company(CLI::App& root);
void add_user(CLI::App& root);
void add_application(CLI::App& root);
void add_credential(CLI::App& root);
void add_webhook(CLI::App& root);
void add_report(CLI::App& root);
void add_maintenance(CLI::App& root);

}  // namespace callboard::cli
