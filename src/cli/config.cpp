#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/exposure.h"
#include "cli/command.h"
#include "settings/example.h"

namespace callboard::cli {
namespace {

struct ShowConfig : Common {
    void run() const {
        std::vector<Fields> items;
        for (settings::Effective& each : flags.effective()) {
            items.push_back({{"name", each.name},
                             {"value", fmt::format("{}", fmt::join(each.values, ","))},
                             {"origin", each.origin.empty() ? "default" : each.origin}});
        }
        output().list(items, "");
    }
};

struct ExampleConfig : Common {
    static void run() { fmt::print("{}", settings::example_file()); }
};

struct CheckConfig : Common {
    void run() const {
        const std::string fault = find_fault();
        const bool is_valid = fault.empty();
        Fields fields{{"valid", is_valid}};
        if (!is_valid) fields.emplace_back("fault", fault);
        output().result(fields, is_valid ? "All settings are valid." : fault);
        if (!is_valid) throw Unsuccessful{};
    }

  private:
    // The first value that a server refuses. Files and connections are what `doctor` checks.
    std::string find_fault() const {
        try {
            app::require_protection(settings());
            return "";
        } catch (const settings::BadSetting& error) {
            return error.what();
        }
    }
};

}  // namespace

void add_config(CommandSpec& root) {
    CommandSpec& group = root.add("config", "Settings of the server");
    command<ShowConfig>(group, "show",
                        "Show every setting, its value and where it was set; passwords are masked",
                        settings::Audience::server);
    command<ExampleConfig>(group, "example", "Print a settings file with every setting, commented out");
    command<CheckConfig>(group, "check",
                         "Check names and values of all settings; doctor also checks files and connections",
                         settings::Audience::server);
}

}  // namespace callboard::cli
