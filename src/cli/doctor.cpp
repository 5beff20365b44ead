#include "app/doctor.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
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
            std::vector<Check> checks{configuration()};
            std::ranges::copy(app::diagnose(loaded), std::back_inserter(checks));
            return checks;
        } catch (const settings::BadSetting& error) {
            return {{.name = "configuration",
                     .state = CheckState::failed,
                     .message = error.what(),
                     .remedy = "correct the setting; 'callboard serve --help' lists all settings"}};
        }
    }

    // Passwords in a file that everybody may read are no secrets. Its group may be the server's.
    Check configuration() const {
        for (const settings::Effective& each : flags.effective()) {
            const std::string file = each.origin.substr(0, each.origin.rfind(": "));
            std::error_code unknown;
            const auto mode = std::filesystem::status(file, unknown).permissions();
            if (!each.is_masked || file == each.origin || unknown ||
                (mode & std::filesystem::perms::others_read) == std::filesystem::perms::none)
                continue;
            return {.name = "configuration",
                    .state = CheckState::warning,
                    .message = fmt::format("all users of this machine can read {}, which contains '{}'", file,
                                           each.name),
                    .remedy = fmt::format("chmod 640 {}, with the group of the server", file)};
        }
        return {.name = "configuration",
                .state = CheckState::ok,
                .message = "all settings are valid",
                .remedy = ""};
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
            text += fmt::format("{:<8} {:<20} {}\n", name_of(check.state), check.name, check.message);
            if (!check.remedy.empty()) text += fmt::format("{:<29} -> {}\n", "", check.remedy);
        }
        return text + (is_ok ? "No check failed." : "At least one check failed.");
    }
};

}  // namespace

void add_doctor(CommandSpec& root) {
    command<Doctor>(root, "doctor",
                    "Check settings, files, disk, database, Redis, mail server, certificates, URL and clock",
                    settings::Audience::server);
}

}  // namespace callboard::cli
