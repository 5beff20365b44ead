#include "cli/cli.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/memory_shortage.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/parser.h"

namespace callboard::cli {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

// The operator sees the internal reason, which clients do not get.
std::string message_of(const Error& error) {
    if (error.detail.empty()) return error.what();
    if (error.kind == ErrorKind::unavailable) return error.detail;
    return std::string{error.what()} + " (" + error.detail + ")";
}

// Prints failures on standard error and, with --json, also as an object on standard output.
class Failures {
  public:
    explicit Failures(const std::vector<std::string>& words)
        : wants_json_(std::ranges::find(words, "--json") != words.end()) {}

    int report(int code, const std::string& message, const std::string& hint = "") const {
        fmt::print(stderr, "callboard: {}\n{}", without_escapes(message), hint);
        if (wants_json_) print_json_error(message);
        return code;
    }

  private:
    bool wants_json_;
};

void run(const CommandSpec& root, const std::vector<std::string>& words) {
    const Invocation invocation = parse(root, words);
    if (invocation.wants_help) return fmt::print("{}", help_text(*invocation.command, invocation.path));
    invocation.command->run();
}

}  // namespace

CommandSpec all_commands() {
    CommandSpec root;
    root.name = "callboard";
    root.help = "Callboard " CALLBOARD_VERSION ", a recruiting platform API";
    add_serve(root);
    add_demo(root);
    add_company(root);
    add_user(root);
    add_application(root);
    add_credential(root);
    add_scim_token(root);
    add_webhook(root);
    add_mail(root);
    add_sso(root);
    add_report(root);
    add_maintenance(root);
    add_backup(root);
    add_move(root);
    add_reindex(root);
    add_config(root);
    add_doctor(root);
    add_health(root);
    add_secrets_key(root);
    add_tail(root);
    return root;
}

int run(int argc, const char* const* argv) {
    prepare_for_memory_shortage();
    std::vector<std::string> words{argv + std::min(argc, 1), argv + argc};
    if (!words.empty() && words.front() == "--version") words.front() = "version";
    const CommandSpec root = all_commands();
    const Failures failures{words};
    try {
        run(root, words);
        if (std::fflush(stdout) != 0) return failures.report(kFailed, "cannot write to standard output");
        return kDone;
    } catch (const Unsuccessful&) {
        return kFailed;
    } catch (const UsageError& error) {
        return failures.report(kWrongUsage, error.what(),
                               fmt::format("Run '{} --help' for usage.\n", known_path(root, words)));
    } catch (const settings::BadSetting& error) {
        return failures.report(kWrongUsage, error.what());
    } catch (const Error& error) {
        return failures.report(kFailed, message_of(error));
    } catch (const std::system_error& error) {
        // All threads are started by their owners, who cannot say more.
        if (error.code() != std::errc::resource_unavailable_try_again)
            return failures.report(kFailed, error.what());
        return failures.report(kFailed,
                               fmt::format("cannot start a thread: {}; raise the limit of threads or of "
                                           "memory of this process",
                                           error.what()));
    } catch (const std::exception& error) {
        return failures.report(kFailed, error.what());
    }
}

}  // namespace callboard::cli
