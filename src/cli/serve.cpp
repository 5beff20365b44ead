#include <chrono>
#include <cstdio>

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
        int signal = signals.wait();
        for (; signal == SIGHUP; signal = signals.wait()) app.ignore_hangup();
        if (!app.stop(kShutdownTimeout, signal == SIGINT ? "SIGINT" : "SIGTERM"))
            fmt::print(stderr, "callboard: work still in flight after 30 s was aborted\n");
    }
};

}  // namespace

void add_serve(CommandSpec& root) {
    command<Serve>(root, "serve", "Run the server", settings::Audience::server);
}

}  // namespace callboard::cli
