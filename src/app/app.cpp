#include "app/app.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "accounts/cache_epoch_store.h"
#include "base/error.h"
#include "edge/openapi.h"

namespace callboard::app {
namespace {

using namespace std::chrono_literals;

std::size_t cores() {
    return std::max(1U, std::thread::hardware_concurrency());
}

std::size_t loops(const settings::Settings& settings) {
    return settings.workers > 0 ? static_cast<std::size_t>(settings.workers) : cores();
}

std::size_t worker_threads(const settings::Settings& settings) {
    return settings.database ? static_cast<std::size_t>(settings.database_connections)
                             : std::max<std::size_t>(2, cores());
}

bool is_loopback(const std::string& host) {
    const auto address = IpAddress::parse(host);
    return host == "localhost" || (address && address->is_loopback());
}

void require_protection(const settings::Settings& settings) {
    const bool protected_transport = settings.tls_cert || !settings.behind_proxy.empty();
    if (protected_transport || is_loopback(settings.listen.host)) return;
    throw settings::BadSetting(
        "--listen: '" + settings.listen.host +
        "' can be reached from outside, and secrets would cross the network in clear: give "
        "--tls-cert and --tls-key, or --behind-proxy if a proxy in front ends TLS");
}

DataDirLock lock(const settings::Settings& settings) {
    require_protection(settings);
    prepare_data_dir(settings.data_dir);
    return DataDirLock{settings.data_dir};
}

std::string address_of(const settings::Settings& settings, std::uint16_t port) {
    const std::string& host = settings.listen.host;
    const std::string bracketed = host.contains(':') ? "[" + host + "]" : host;
    return std::string{settings.tls_cert ? "https" : "http"} + "://" + bracketed + ":" + std::to_string(port);
}

http::ServerOptions server_options(const settings::Settings& settings) {
    http::ServerOptions options{
        .listen = settings.listen,
        .tls = std::nullopt,
        .loops = loops(settings),
        .max_connections = static_cast<std::size_t>(settings.max_connections),
        .max_connections_per_address = static_cast<std::size_t>(settings.max_connections_per_address),
        .proxies = settings.behind_proxy,
        .limits = {}};
    if (settings.tls_cert) options.tls = {.certificate = *settings.tls_cert, .key = *settings.tls_key};
    return options;
}

}  // namespace

App::App(const settings::Settings& settings, std::vector<edge::Route> routes)
    : lock_(lock(settings)), store_(settings, worker_threads(settings)) {
    services_ =
        std::make_unique<edge::Services>(store_.db(), store_.metrics(), "", edge::openapi_document(routes));
    pipeline_ =
        std::make_unique<edge::Pipeline>(std::move(routes), *services_, credentials_, store_.workers(),
                                         store_.metrics(), loops(settings), store_.log());
    server_ = std::make_unique<http::Server>(server_options(settings), *pipeline_, store_.clock(),
                                             store_.stopwatch(), store_.metrics(), store_.log());
    address_ = address_of(settings, server_->port());
    services_->public_url = settings.public_url.value_or(address_);
}

App::~App() {
    server_->stop(0ms);
    watcher_.reset();
    // Work that was begun still refers to its connection: it ends first.
    store_.finish();
    server_.reset();
}

void App::start() {
    notice_changes();
    watcher_ = std::make_unique<Periodic>(250ms, [this] { notice_changes(); });
    server_->start();
}

bool App::stop(std::chrono::milliseconds grace) {
    return server_->stop(grace);
}

// What the command line or another server changed is seen within a second.
void App::notice_changes() {
    try {
        const std::int64_t epoch = store_.db().read(std::nullopt, accounts::store::cache_epoch);
        if (std::exchange(cache_epoch_, epoch) != epoch) credentials_.clear();
    } catch (const Error& error) {
        store_.log().write(telemetry::Level::warn, "cache_epoch_unknown", {{"reason", error.detail}});
    }
}

}  // namespace callboard::app
