#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "app/app.h"
#include "base/periodic.h"
#include "base/service_notification.h"
#include "cli/command.h"
#include "cli/log_file.h"
#include "cli/stop_signal.h"
#include "routes.h"

namespace callboard::cli {
namespace {

constexpr std::chrono::seconds kShutdownTimeout{30};

// Empty if it is not set.
std::string variable(const settings::Environment& environment, std::string_view name) {
    const auto found = std::ranges::find(environment, name, [](const auto& pair) { return pair.first; });
    return found == environment.end() ? "" : found->second;
}

// Tells the service manager, if there is one, how the server is doing.
class Supervision {
  public:
    Supervision(const app::App& app, const settings::Environment& environment)
        : notification_(variable(environment, "NOTIFY_SOCKET")) {
        if (!notification_.send("READY=1"))
            fmt::print(stderr, "callboard: the service manager at NOTIFY_SOCKET cannot be reached\n");
        const auto interval = watchdog_interval(variable(environment, "WATCHDOG_USEC"),
                                                variable(environment, "WATCHDOG_PID"), getpid());
        if (!interval) return;
        // Silence makes the service manager restart a server whose event loops hang.
        watchdog_.emplace(*interval, [this, &app, within = *interval / 2] {
            if (app.responds(within)) notification_.send("WATCHDOG=1");
        });
    }

    void stopping() {
        watchdog_.reset();
        notification_.send("STOPPING=1");
    }

  private:
    const ServiceNotification notification_;
    std::optional<Periodic> watchdog_;
};

struct Serve : Common {
    void run() const {
        const StopSignal signals{Hangup::handled};           // before any thread is started
        std::optional<EndAtSignal> starting{std::in_place};  // nothing is acknowledged yet
        std::signal(SIGXFSZ, SIG_IGN);  // a limit of the file size is an error, as a full disk is
        const settings::Settings settings = flags.load();
        std::vector<settings::Effective> in_use = flags.effective();
        const LogFile log_file{settings.log_file};
        app::App app{settings, served_routes(settings.sandbox ? Sandbox::yes : Sandbox::no)};
        app.start();
        starting.reset();
        print_addresses(app);
        std::fflush(stdout);
        Supervision supervision{app, settings::process_environment()};
        int signal = signals.wait();
        for (; signal == SIGHUP; signal = signals.wait()) reload(app, log_file, in_use);
        supervision.stopping();
        if (!app.stop(kShutdownTimeout, signal == SIGINT ? "SIGINT" : "SIGTERM"))
            fmt::print(stderr, "callboard: work still in flight after 30 s was aborted\n");
    }

  private:
    void print_addresses(const app::App& app) const {
        Fields fields{{"address", app.address()}};
        std::string text = "listening on " + app.address();
        if (const auto console = app.console_address()) {
            fields.emplace_back("console", *console);
            text += "\nconsole at " + *console;
        }
        output().result(fields, text);
    }

    // A file that cannot be read, or has a fault, changes nothing.
    void reload(app::App& app, const LogFile& log_file, std::vector<settings::Effective>& in_use) const {
        try {
            log_file.reopen();
        } catch (const std::runtime_error& error) {
            app.report_bad_log_file(error.what());
        }
        try {
            const settings::Settings settings = flags.load();
            app.reload(settings, take_over(flags.effective(), in_use));
        } catch (const std::exception& error) {
            app.report_bad_settings(error.what());
        }
    }

    static std::vector<app::SettingChange> take_over(const std::vector<settings::Effective>& now,
                                                     std::vector<settings::Effective>& in_use) {
        std::vector<app::SettingChange> changes;
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (now[i].hash == in_use[i].hash) continue;
            changes.push_back({.name = now[i].name,
                               .before = fmt::format("{}", fmt::join(in_use[i].values, ", ")),
                               .after = fmt::format("{}", fmt::join(now[i].values, ", ")),
                               .reloadable = now[i].reloadable});
            if (now[i].reloadable) in_use[i] = now[i];
        }
        return changes;
    }
};

}  // namespace

void add_serve(CommandSpec& root) {
    command<Serve>(root, "serve", "Run the server", settings::Audience::server);
}

}  // namespace callboard::cli
