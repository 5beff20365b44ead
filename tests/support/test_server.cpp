#include "support/test_server.h"

#include "edge/openapi.h"
#include "pages/error_page.h"
#include "routes.h"

namespace callboard::test {

TestServer::TestServer(TestServerOptions options)
    : db(options.engine),
      load_guard_(options.max_requests_in_flight),
      throttle_meter_(db.metrics, options.loops) {
    std::vector<edge::Route> table = routes();
    for (edge::Route& row : options.extra_routes) table.push_back(std::move(row));
    rules_ = std::make_unique<throttle::RuleBook>(edge::policies_of(table), options.limits,
                                                  options.limit_exceptions);
    address_limits_ =
        std::make_unique<edge::AddressLimits>(ledger_, options.limits, stopwatch, throttle_meter_);
    openapi_ = std::make_unique<edge::StaticFile>("application/json", edge::openapi_document(table));
    edge::Services services{.db = *db,
                            .metrics = db.metrics,
                            .clock = db.clock,
                            .log = db.log,
                            .password_workers = password_workers_,
                            .hash_queue = hash_queue_,
                            .waiting_workers = waiting_workers_,
                            .steps_gate = steps_gate_,
                            .scans_gate = scans_gate,
                            .sign_on_workers = sign_on_workers_,
                            .export_workers = export_workers_,
                            .large_reads = *db,
                            .export_folder = report_folder_.path(),
                            .token_meter = token_meter_,
                            .address_limits = *address_limits_,
                            .ledger = ledger_,
                            .rules = *rules_,
                            .load_guard = load_guard_,
                            .throttle_meter = throttle_meter_,
                            .use_meter = use_meter_,
                            .answers = &answers_,
                            .seal = test_seal(),
                            .sends_mail = true,
                            .openapi = *openapi_,
                            .error_page = pages::error_page,
                            .metrics_access = {.local = true, .token_hash = std::nullopt},
                            .operations = edge::operation_places(table),
                            .public_reads = public_reads_};
    services_ = std::make_unique<edge::Services>(std::move(services));
    pipeline_ = std::make_unique<edge::Pipeline>(std::move(table), *services_, credentials, db.workers,
                                                 open_forms, db.metrics, options.loops, db.log);
    http::TimeLimits limits;
    limits.sweep = std::chrono::milliseconds{5};
    server_ = std::make_unique<http::Server>(
        http::ServerOptions{.listen = {.host = "127.0.0.1", .port = 0},
                            .tls = options.tls,
                            .loops = options.loops,
                            .max_connections = options.max_connections,
                            .max_connections_per_address = options.max_connections_per_address,
                            .memory_budget = options.memory_budget,
                            .proxies = options.proxies,
                            .limits = limits},
        *pipeline_, db.clock, stopwatch, db.metrics, db.log, pipeline_.get());
    services_->public_url = "http://127.0.0.1:" + std::to_string(server_->port());
    messenger_ = std::make_unique<webhooks::Messenger>(
        webhooks::Sender::Options{.rules = {.allow_private = options.webhooks_allow_private},
                                  .ca_file = options.webhook_ca_file},
        db.clock, options.webhook_time_limit);
    services_->messenger = messenger_.get();
    provider_sender_ = std::make_unique<webhooks::Sender>(webhooks::Sender::Options{
        .rules = {.allow_private = options.webhooks_allow_private}, .ca_file = options.webhook_ca_file});
    sign_on_ = std::make_unique<sso::SignOn>(
        [this](webhooks::OutgoingRequest request) { return provider_sender_->call(std::move(request)); },
        provider_sender_->guard(), db.clock, options.provider_time);
    services_->sign_on = sign_on_.get();
    event_streams_ =
        std::make_unique<streams::Hub>(*db, db.clock, stopwatch, db.metrics, db.log, options.event_streams);
    services_->event_streams = event_streams_.get();
    event_streams_->start();
    if (options.delivers_webhooks) {
        courier_ = std::make_unique<webhooks::Courier>(
            *db, db.clock, db.stopwatch, *messenger_, test_seal(), courier_meter_, db.log,
            webhooks::CourierOptions{.public_url = services_->public_url,
                                     .node = "test",
                                     .attempt_timeout = options.webhook_time_limit,
                                     .poll_interval = std::chrono::milliseconds{50}});
    }
    if (options.generates_reports) {
        generator_ = std::make_unique<reports::Generator>(
            *db, *db, db.clock, db.metrics, db.log,
            reports::GeneratorOptions{
                .folder = report_folder(), .node = "test", .poll_interval = std::chrono::milliseconds{20}});
    }
    server_->start();
}

TestServer::~TestServer() {
    event_streams_->finish();
    server_->stop(std::chrono::seconds{5});
    hash_queue_.finish();
    password_workers_.finish();
    waiting_workers_.finish();
    provider_sender_->stop();
    sign_on_workers_.finish();
    export_workers_.finish();
    public_reads_.finish();
    open_forms.finish();
    courier_.reset();
    generator_.reset();
    db.workers.finish();  // all users of the database have stopped
}

}  // namespace callboard::test
