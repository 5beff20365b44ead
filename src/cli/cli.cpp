#include "cli/cli.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/command.h"

namespace callboard::cli {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

int complain(int code, const std::string& message) {
    fmt::print(stderr, "callboard: {}\n", message);
    return code;
}

// CLI11 would only say that some command is missing.
void name_unknown_command(const CLI::App& root, int argc, const char* const* argv) {
    const CLI::App* command = &root;
    for (int i = 1; i < argc && !std::string_view{argv[i]}.starts_with('-'); ++i) {
        const auto known = command->get_subcommands([](const CLI::App*) { return true; });
        if (known.empty()) return;  // from here on these are arguments
        const auto found =
            std::ranges::find(known, argv[i], [](const CLI::App* each) { return each->get_name(); });
        if (found == known.end()) throw CLI::ExtrasError({argv[i]});
        command = *found;
    }
}

int parse_and_run(CLI::App& root, int argc, const char* const* argv) {
    try {
        name_unknown_command(root, argc, argv);
        root.parse(argc, argv);
        return 0;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return root.exit(error);  // help was asked for
        return complain(kWrongUsage, std::string{error.what()} + "\nRun with --help for more.");
    }
}

}  // namespace

int run(int argc, const char* const* argv) {
    CLI::App root{"Callboard, a recruiting platform API", "callboard"};
    root.require_subcommand(1);
    add_serve(root);
    add_demo(root);
    add_company(root);
    add_user(root);
    add_application(root);
    add_credential(root);
    add_webhook(root);
    add_report(root);
    add_maintenance(root);
    try {
        return parse_and_run(root, argc, argv);
    } catch (const settings::BadSetting& error) {
        return complain(kWrongUsage, error.what());
    } catch (const Error& error) {
        return complain(kFailed, error.detail.empty()
                                     ? error.what()
                                     : std::string{error.what()} + " (" + error.detail + ")");
    } catch (const std::exception& error) {
        return complain(kFailed, error.what());
    }
}

}  // namespace callboard::cli
