#include "app/app.h"

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

#include "app/base_url.h"
#include "app/exposure.h"
#include "app/node_name.h"
#include "app/shared_key.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/network.h"
#include "edge/openapi.h"
#include "pages/console_files.h"
#include "pages/error_page.h"
#include "sandbox/deployment_store.h"

namespace callboard::app {
namespace {

using namespace std::chrono_literals;

// Threads for handlers that call subscribers; a handshake may take up to 20 s.
constexpr std::size_t kWaitingThreads = 16;
constexpr std::size_t kMostCallsWaiting = 100;

// Threads for sign-on, separate so that providers that do not answer delay neither subscribers nor, as no
// company may use more than an eighth (sso/sign_on.h), one another.
constexpr std::size_t kSignOnThreads = 8 * sso::kMostCallsOfCompany;
constexpr std::size_t kMostSignOnsWaiting = 200;

// Threads for exports, separate so that they do not delay short reads.
constexpr std::size_t kExportsAtOnce = 4;
constexpr std::size_t kMostExportsWaiting = 200;

constexpr std::size_t kMostAdminConnections = 100;

constexpr std::size_t kMostHashesWaiting = 200;  // at about 50 ms each; more would wait too long

// These threads only wait for the database: hashes are computed on their own thread.
constexpr std::size_t kPasswordThreads = 4;
constexpr std::size_t kMostPasswordsWaiting = 1'000;

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

// At least one thread stays free for other reads.
std::size_t most_scans(const settings::Settings& settings) {
    return std::min(edge::kMostScans, std::max<std::size_t>(2, worker_threads(settings)) - 1);
}

// The rest of the cores, or of the connections to the database, is for everybody else: unless there is only
// one.
std::size_t most_public_reads(const settings::Settings& settings) {
    return std::max<std::size_t>(1, worker_threads(settings) / 2);
}

// A sandbox can move its clock, so its data and those of a normal server must not be mixed.
void require_same_kind(db::Db& db, bool is_sandbox) {
    const auto wanted = is_sandbox ? sandbox::Kind::sandbox : sandbox::Kind::production;
    const auto found = db.write(std::nullopt, [&](db::Tx& tx) {
        sandbox::store::insert_deployment(tx, wanted);
        return sandbox::store::find_deployment(tx)->kind;
    });
    if (found == wanted) return;
    throw settings::BadSetting(is_sandbox
                                   ? "--sandbox: this database was used without it; use another one"
                                   : "this database belongs to a sandbox; set --sandbox, or use another one");
}

Secret shared_key(const settings::Settings& settings, Store& store) {
    require_same_kind(store.db(), settings.sandbox);
    return require_shared_key(settings, store.db(), store.log());
}

std::string_view yes_or_no(bool is_so) {
    return is_so ? "yes" : "no";
}

// URLs of databases, Redis and mail servers may contain passwords, so only whether they are configured is
// logged.
void log_start(const settings::Settings& settings) {
    const auto log = log_for(settings);
    const std::string listen = host_and_port(settings.listen.host, settings.listen.port);
    const std::string data_dir = settings.data_dir.string();
    log.write(telemetry::Level::info, "starting",
              {{"version", CALLBOARD_VERSION},
               {"engine", settings.database ? "postgresql" : "sqlite"},
               {"data_dir", data_dir},
               {"listen", listen},
               {"tls", yes_or_no(settings.tls_cert.has_value())},
               {"behind_proxy", yes_or_no(!settings.behind_proxy.empty())},
               {"redis", yes_or_no(settings.redis.has_value())},
               {"sandbox", yes_or_no(settings.sandbox)},
               {"workers", static_cast<std::int64_t>(loops(settings))}});
}

DataDirLock lock(const settings::Settings& settings) {
    require_protection(settings);
    prepare_data_dir(settings.data_dir);
    if (!settings.database) require_own_database_file(settings.data_dir);
    log_start(settings);
    return DataDirLock{settings.data_dir};
}

// Behind a proxy every request seems local, so no address is trusted as local.
edge::MetricsAccess metrics_access(const settings::Settings& settings) {
    edge::MetricsAccess access{.local = is_loopback_host(settings.listen.host) &&
                                        settings.behind_proxy.empty() && !settings.admin_listen,
                               .token_hash = std::nullopt};
    if (settings.metrics_token) access.token_hash = sha256(settings.metrics_token->reveal());
    return access;
}

// The time limit of a request; 0 means none.
std::chrono::seconds time_limit(int seconds) {
    return seconds > 0 ? std::chrono::seconds{seconds} : std::chrono::years{10};
}

http::ServerOptions server_options(const settings::Settings& settings) {
    http::ServerOptions options{
        .listen = settings.listen,
        .tls = std::nullopt,
        .loops = loops(settings),
        .max_connections = static_cast<std::size_t>(settings.max_connections),
        .max_connections_per_address = static_cast<std::size_t>(settings.max_connections_per_address),
        .memory_budget = settings.memory_budget,
        .proxies = settings.behind_proxy,
        .limits = {.work = time_limit(settings.request_timeout)}};
    if (settings.tls_cert) options.tls = {.certificate = *settings.tls_cert, .key = *settings.tls_key};
    return options;
}

http::ServerOptions admin_server_options(const settings::Settings& settings) {
    return {.listen = *settings.admin_listen,
            .tls = std::nullopt,
            .loops = 1,
            .max_connections = kMostAdminConnections,
            .max_connections_per_address = 0,
            .proxies = {},
            .administrative = true,
            .first_loop = loops(settings),
            .limits = {}};
}

JanitorOptions janitor_options(const settings::Settings& settings) {
    JanitorOptions options{.node = node_name(settings.data_dir)};
    if (settings.audit_retention > 0) options.audit_retention = std::chrono::days{settings.audit_retention};
    return options;
}

// Event loops of the server and of the admin address.
std::size_t all_loops(const settings::Settings& settings) {
    return loops(settings) + (settings.admin_listen ? 1 : 0);
}

}  // namespace

App::App(const settings::Settings& settings, std::vector<edge::Route> routes)
    : lock_(lock(settings)),
      store_(settings, worker_threads(settings), StoreMode::create),
      tail_(settings.data_dir, kTailSocket, store_.log()),
      password_workers_(kPasswordThreads, kMostPasswordsWaiting),
      hash_queue_(kMostHashesWaiting),
      waiting_workers_(kWaitingThreads, kMostCallsWaiting),
      sign_on_workers_(kSignOnThreads, kMostSignOnsWaiting, Workers::Start::when_needed),
      export_workers_(kExportsAtOnce, kMostExportsWaiting),
      use_meter_(all_loops(settings)),
      answers_(store_.db()),
      throttle_(settings, edge::policies_of(routes), store_, all_loops(settings)),
      public_reads_(store_.db(), most_public_reads(settings), &throttle_.guard()),
      open_forms_(settings.data_dir),
      scans_gate_(edge::kMostScansOfCompany, most_scans(settings)),
      token_meter_(store_.metrics()),
      seal_(shared_key(settings, store_)),
      faults_(settings.sandbox ? std::make_unique<edge::Faults>() : nullptr),
      sandbox_(settings.sandbox),
      janitor_(store_.db(), store_.log(), janitor_options(settings)),
      openapi_("application/json", edge::openapi_document(routes)) {
    edge::Services services{.db = store_.db(),
                            .metrics = store_.metrics(),
                            .clock = store_.clock(),
                            .log = store_.log(),
                            .tail = &tail_,
                            .sandbox_clock = sandbox_ ? &store_.clock() : nullptr,
                            .faults = faults_.get(),
                            .password_workers = password_workers_,
                            .hash_queue = hash_queue_,
                            .waiting_workers = waiting_workers_,
                            .steps_gate = steps_gate_,
                            .scans_gate = scans_gate_,
                            .sign_on_workers = sign_on_workers_,
                            .export_workers = export_workers_,
                            .large_reads = store_.large_reads(),
                            .export_folder = prepare_report_dir(settings),
                            .token_meter = token_meter_,
                            .address_limits = throttle_.addresses(),
                            .ledger = throttle_.ledger(),
                            .rules = throttle_.rules(),
                            .load_guard = throttle_.guard(),
                            .throttle_meter = throttle_.meter(),
                            .use_meter = use_meter_,
                            .answers = &answers_,
                            .seal = seal_,
                            .sends_mail = settings.smtp_url.has_value(),
                            .openapi = openapi_,
                            .error_page = pages::error_page,
                            .metrics_access = metrics_access(settings),
                            .operations = edge::operation_places(routes),
                            .public_reads = public_reads_};
    store_.metrics().gauge("callboard_forms_disk_reserved_bytes",
                           "Reserved for forms with files that are being sent or checked.",
                           [this] { return static_cast<double>(open_forms_.reserved()); });
    services_ = std::make_unique<edge::Services>(std::move(services));
    pipeline_ =
        std::make_unique<edge::Pipeline>(std::move(routes), *services_, callers_, store_.workers(),
                                         open_forms_, store_.metrics(), all_loops(settings), store_.log());
    server_ =
        std::make_unique<http::Server>(server_options(settings), *pipeline_, store_.clock(),
                                       store_.stopwatch(), store_.metrics(), store_.log(), pipeline_.get());
    if (settings.admin_listen) {
        admin_server_ =
            std::make_unique<http::Server>(admin_server_options(settings), *pipeline_, store_.clock(),
                                           store_.stopwatch(), admin_metrics_, store_.log());
        admin_address_ = "http://" + host_and_port(settings.admin_listen->host, admin_server_->port());
    }
    address_ = listen_url(settings, server_->port());
    services_->public_url = settings.public_url.value_or(address_);
    webhooks_ = std::make_unique<Webhooks>(settings, store_, seal_, services_->public_url);
    services_->messenger = &webhooks_->messenger();
    event_streams_ = std::make_unique<streams::Hub>(
        store_.db(), store_.clock(), store_.stopwatch(), store_.metrics(), store_.log(),
        streams::HubOptions{.most_streams = static_cast<std::size_t>(settings.event_streams)});
    services_->event_streams = event_streams_.get();
    sign_on_ = std::make_unique<SignOn>(settings, store_);
    services_->sign_on = &sign_on_->flow();
    mails_ = std::make_unique<Mails>(settings, store_, seal_);
    reports_ = std::make_unique<Reports>(settings, store_, use_meter_, services_->export_folder);
}

App::~App() {
    event_streams_->finish();
    server_->stop(0ms);
    if (admin_server_) admin_server_->stop(0ms);
    watcher_.reset();
    stop_cleaning_.request_stop();
    cleaning_.reset();
    if (faults_) faults_->finish();
    // The two pass work to each other: the queue must finish while the threads for its results still run.
    hash_queue_.finish();
    password_workers_.finish();
    waiting_workers_.finish();
    sign_on_->stop();  // nobody waits for a provider any more
    sign_on_workers_.finish();
    export_workers_.finish();
    public_reads_.finish();
    open_forms_.finish();
    webhooks_->stop();
    mails_->stop();
    reports_->stop();
    throttle_.finish();
    answers_.finish();
    // Work in progress refers to its connection, so it must finish before the servers are destroyed.
    store_.finish();
    admin_server_.reset();
    server_.reset();
    store_.log().write(telemetry::Level::info, "stopped", {});
}

std::optional<std::string> App::console_address() const {
    if (!pages::has_console()) return std::nullopt;
    return services_->public_url + std::string{pages::kConsolePath};
}

void App::start() {
    poll_cache_epoch();
    watcher_ = std::make_unique<Periodic>(250ms, [this] { poll_cache_epoch(); });
    cleaning_ = std::make_unique<Periodic>(1min, [this] { janitor_.clean(stop_cleaning_.get_token()); });
    event_streams_->start();
    webhooks_->start();
    mails_->start();
    reports_->start();
    server_->start();
    if (admin_server_) {
        admin_server_->start();
        store_.log().write(telemetry::Level::info, "admin_ready", {{"address", admin_address_}});
    }
    store_.log().write(telemetry::Level::info, "ready", {{"address", address_}});
}

void App::reload(const settings::Settings& settings, std::span<const SettingChange> changes) {
    store_.set_log_level(settings);
    const auto is_limit = [](const SettingChange& each) {
        return each.reloadable && each.name != "log-level";
    };
    if (std::ranges::any_of(changes, is_limit)) {
        throttle_.reload(settings);
        callers_.clear();  // which hold the limits that applied to them
    }
    store_.log().write(telemetry::Level::info, "settings_reloaded",
                       {{"changed", static_cast<std::int64_t>(changes.size())}});
    for (const SettingChange& each : changes) {
        if (each.reloadable) {
            store_.log().write(telemetry::Level::info, "setting_changed",
                               {{"name", each.name}, {"before", each.before}, {"after", each.after}});
        } else {
            store_.log().write(telemetry::Level::warn, "setting_needs_restart", {{"name", each.name}});
        }
    }
    try {
        server_->reload_certificate();
        if (settings.tls_cert) store_.log().write(telemetry::Level::info, "certificate_reloaded", {});
    } catch (const std::runtime_error& error) {
        store_.log().write(telemetry::Level::error, "certificate_not_reloaded", {{"reason", error.what()}});
    }
}

void App::report_bad_settings(std::string_view reason) const {
    store_.log().write(telemetry::Level::error, "settings_not_reloaded", {{"reason", reason}});
}

void App::report_bad_log_file(std::string_view reason) const {
    store_.log().write(telemetry::Level::error, "log_file_not_reopened", {{"reason", reason}});
}

// The admin address is stopped last, so that operators can observe the shutdown.
bool App::stop(std::chrono::milliseconds grace, std::string_view reason) {
    store_.log().write(telemetry::Level::info, "stopping", {{"signal", reason}});
    webhooks_->stop_claiming();  // deliveries in flight finish while the requests do
    mails_->stop_claiming();
    reports_->stop_generating();
    event_streams_->finish();  // which have no end of their own
    const bool finished = server_->stop(grace);
    if (admin_server_) admin_server_->stop(0ms);
    if (!finished) store_.log().write(telemetry::Level::warn, "requests_cut_off", {});
    return finished;
}

// Polls for changes by the command line or other servers; see start() for the interval.
void App::poll_cache_epoch() {
    try {
        const auto changes = store_.db().read(std::nullopt, [this](db::Snapshot& snapshot) {
            return accounts::store::changes_since(snapshot, known_epoch_);
        });
        if (sandbox_) sync_clock();
        callers_.observe_epoch(changes.epoch.number, changes.companies);
        if (changes.epoch.number != known_epoch_.number)
            event_streams_->credentials_changed(changes.companies);
        known_epoch_ = changes.epoch;
    } catch (const Error& error) {
        // Another server of PostgreSQL may take over that lacks the last changes: no count follows this one,
        // so all callers are forgotten.
        known_epoch_ = {.number = -1, .of_companies = 0};
        store_.log().write(telemetry::Level::warn, "cache_epoch_unknown", {{"reason", error.detail}});
    }
}

// Another server, or a previous run, may have moved the clock.
void App::sync_clock() {
    const std::uint64_t revision = store_.clock().revision();
    if (const auto deployment = store_.db().read(std::nullopt, sandbox::store::find_deployment))
        store_.clock().set_if_unchanged(revision, deployment->clock);
}

}  // namespace callboard::app
