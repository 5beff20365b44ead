#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/app.h"
#include "cli/command.h"
#include "cli/stop_signal.h"
#include "routes.h"

namespace callboard::cli {
namespace {

constexpr std::chrono::seconds kShutdownTimeout{30};

struct Serve : Common {
    void run() const {
        const StopSignal signals{Hangup::handled};  // before any thread is started
        const settings::Settings settings = flags.load();
        app::App app{settings, settings.sandbox ? routes_with_sandbox() : routes()};
        app.start();
        output().result({{"address", app.address()}}, "listening on " + app.address());
        std::fflush(stdout);
        const std::vector<settings::Effective> at_start = flags.effective();
        int signal = signals.wait();
        for (; signal == SIGHUP; signal = signals.wait()) reload(app, at_start);
        if (!app.stop(kShutdownTimeout, signal == SIGINT ? "SIGINT" : "SIGTERM"))
            fmt::print(stderr, "callboard: work still in flight after 30 s was aborted\n");
    }

  private:
    // A file that cannot be read, or has a fault, changes nothing.
    void reload(app::App& app, const std::vector<settings::Effective>& at_start) const {
        try {
            const settings::Settings settings = flags.load();
            std::vector<std::string_view> changed;
            for (std::size_t i = 0; const settings::Effective& now : flags.effective())
                if (now.values != at_start[i++].values) changed.push_back(now.name);
            app.reload(settings, changed);
        } catch (const settings::BadSetting& error) {
            app.report_bad_settings(error.what());
        }
    }
};

}  // namespace

void add_serve(CommandSpec& root) {
    command<Serve>(root, "serve", "Run the server", settings::Audience::server);
}

}  // namespace callboard::cli
