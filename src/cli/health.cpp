#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "app/base_url.h"
#include "cli/command.h"
#include "webhooks/outgoing/probe.h"

namespace callboard::cli {
namespace {

// Where a server that listens at all addresses is reached from its own machine.
std::string reachable(const std::string& host) {
    if (host == "0.0.0.0") return "127.0.0.1";
    return host == "::" ? "::1" : host;
}

// User and password of a URL are not printed.
std::string without_user(std::string url) {
    const auto start = url.find("://");
    const auto host = start == std::string::npos ? 0 : start + 3;
    const auto at = url.substr(0, url.find('/', host)).rfind('@');
    if (at != std::string::npos && at >= host) url.erase(host, at + 1 - host);
    return url;
}

int seconds(const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 1 || number > 300)
        throw UsageError("--timeout: '" + text + "' must be a number of seconds from 1 to 300");
    return number;
}

// The exit code tells whether the server is ready, for supervisors of containers and scripts.
struct Health : Common {
    std::optional<std::string> url;
    std::string timeout = "5";

    void run() const {
        const settings::Settings loaded = settings();
        const std::string address = url.value_or(address_of(loaded)) + "/readyz";
        const std::string shown = without_user(address);
        const bool own_certificate = !url && !loaded.admin_listen;
        const auto answer =
            webhooks::probe(address, own_certificate ? loaded.tls_cert : std::nullopt, seconds(timeout));
        const bool is_ready = answer.status == 200;
        output().result(
            {{"ready", is_ready}, {"url", shown}, {"status", answer.status}, {"reason", answer.failure}},
            fmt::format("{}: {}", shown, is_ready ? "ready" : "not ready, " + reason(answer)));
        if (!is_ready) throw Unsuccessful{};
    }

  private:
    static std::string address_of(const settings::Settings& settings) {
        settings::Settings local = settings;
        if (settings.admin_listen) {
            local.listen = *settings.admin_listen;
            local.tls_cert.reset();
        }
        if (local.listen.port == 0)
            throw UsageError("the port is chosen when the server starts; give its address with --url");
        local.listen.host = reachable(local.listen.host);
        return app::listen_url(local, local.listen.port);
    }

    static std::string reason(const webhooks::ProbeResult& answer) {
        if (answer.status == 0) return answer.failure;
        return fmt::format("status {}: {}", answer.status, answer.body);
    }
};

}  // namespace

void add_health(CommandSpec& root) {
    command<Health>(root, "health", "Check that a running server is ready; the exit code is 0 if it is",
                    settings::Audience::server)
        .takes("--url", &Health::url,
               "Base URL of the server; by default its --admin-listen or --listen address")
        .takes("--timeout", &Health::timeout, "Seconds to wait for the response [5]");
}

}  // namespace callboard::cli
