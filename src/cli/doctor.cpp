#include "app/doctor.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"

namespace callboard::cli {
namespace {

using app::Check;
using app::CheckState;

struct Doctor : Common {
    void run() const {
        const std::vector<Check> checks = examine();
        const bool is_ok = std::ranges::none_of(
            checks, [](const Check& check) { return check.state == CheckState::failed; });
        output().result({{"ok", is_ok}, {"checks", fields(checks)}}, as_text(checks, is_ok));
        if (!is_ok) throw Unsuccessful{};
    }

  private:
    std::vector<Check> examine() const {
        try {
            const auto loaded = settings();
            std::vector<Check> checks{{.name = "configuration",
                                       .state = CheckState::ok,
                                       .message = "all settings are valid",
                                       .remedy = ""}};
            std::ranges::copy(app::diagnose(loaded), std::back_inserter(checks));
            return checks;
        } catch (const settings::BadSetting& error) {
            return {{.name = "configuration",
                     .state = CheckState::failed,
                     .message = error.what(),
                     .remedy = "correct the setting; 'callboard serve --help' lists all settings"}};
        }
    }

    static std::vector<Fields> fields(const std::vector<Check>& checks) {
        std::vector<Fields> all;
        for (const Check& check : checks) {
            Fields& about = all.emplace_back(Fields{{"name", check.name},
                                                    {"state", std::string{name_of(check.state)}},
                                                    {"message", check.message}});
            if (!check.remedy.empty()) about.emplace_back("remedy", check.remedy);
        }
        return all;
    }

    static std::string as_text(const std::vector<Check>& checks, bool is_ok) {
        std::string text;
        for (const Check& check : checks) {
            text += fmt::format("{:<8} {:<17} {}\n", name_of(check.state), check.name, check.message);
            if (!check.remedy.empty()) text += fmt::format("{:<26} -> {}\n", "", check.remedy);
        }
        return text + (is_ok ? "No check failed." : "At least one check failed.");
    }
};

}  // namespace

void add_doctor(CommandSpec& root) {
    command<Doctor>(root, "doctor", "Check configuration, files, database, Redis, certificate and clock",
                    settings::Audience::server);
}

}  // namespace callboard::cli
