// The real pipeline behind a socket on a free port, with a manual clock and additional routes of the test.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/use_writer.h"
#include "edge/answer_cache.h"
#include "edge/caller_cache.h"
#include "edge/open_forms.h"
#include "edge/pipeline.h"
#include "edge/public_reads.h"
#include "edge/route.h"
#include "edge/static_file.h"
#include "http/server.h"
#include "reports/generator.h"
#include "sso/sign_on.h"
#include "streams/hub.h"
#include "support/each_database.h"
#include "support/http_client.h"
#include "support/limits.h"
#include "support/seal.h"
#include "support/temporary_folder.h"
#include "webhooks/delivery/courier.h"
#include "webhooks/delivery/courier_meter.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::test {

// Only the limits of password guessing; most tests disable the others.
inline throttle::Limits sign_in_limits() {
    using enum throttle::Policy;
    const throttle::Limits promised = promised_limits();
    throttle::Limits limits;
    for (const auto policy : {sign_in_by_account, sign_in_by_network, sign_in_by_site})
        limits.of(policy) = promised.of(policy);
    return limits;
}

struct TestServerOptions {
    Engine engine = Engine::sqlite;
    std::vector<edge::Route> extra_routes = {};
    std::size_t loops = 1;
    std::optional<http::TlsFiles> tls = std::nullopt;
    std::vector<Network> proxies = {};
    std::size_t max_connections = 1000;
    std::size_t max_connections_per_address = 0;
    std::size_t memory_budget = 0;
    throttle::Limits limits = sign_in_limits();
    std::vector<throttle::Exception> limit_exceptions = {};
    std::uint32_t max_requests_in_flight = 0;
    std::optional<std::filesystem::path> webhook_ca_file = std::nullopt;
    bool webhooks_allow_private = true;
    std::chrono::milliseconds webhook_time_limit{5'000};
    sso::TimeLimits provider_time = {};
    bool generates_reports = true;
    bool delivers_webhooks = true;
    streams::HubOptions event_streams = {};
};

class TestServer {
  public:
    explicit TestServer(TestServerOptions options = {});
    ~TestServer();

    TestServer(const TestServer&) = delete;
    TestServer& operator=(const TestServer&) = delete;

    std::uint16_t port() const { return server_->port(); }
    Client client(Headers headers = {}) const { return Client{port(), std::move(headers)}; }
    Client client_with_key(const std::string& key) const { return Client{port(), {{"X-SmartToken", key}}}; }
    Connection connect() const { return Connection{port()}; }

    bool responds(std::chrono::milliseconds within) const { return server_->responds(within); }
    bool stop(std::chrono::milliseconds grace) {
        event_streams_->finish();
        return server_->stop(grace);
    }

    // As the program does when it finds that credentials or users were changed.
    void credentials_changed(const CompanyId& company) {
        credentials.forget({&company, 1});
        event_streams_->credentials_changed(std::vector{company});
    }

    // Writes what was counted of API calls, which the program does every ten seconds.
    void write_use() { use_writer_.write(); }

    const std::filesystem::path& report_folder() const { return services_->export_folder; }

  private:
    const TemporaryFolder report_folder_;  // first: members below use it

  public:
    TestDatabase db;
    ManualStopwatch stopwatch;  // for the server's timeouts; polled every few milliseconds
    edge::CallerCache credentials;
    edge::OpenForms open_forms{report_folder_.path()};
    CompanyGate scans_gate{edge::kMostScansOfCompany, edge::kMostScans};

  private:
    Workers password_workers_{2, 100};
    accounts::HashQueue hash_queue_{100};
    Workers waiting_workers_{4, 100};
    CompanyGate steps_gate_{edge::kMostStepsOfCompany};
    Workers sign_on_workers_{2 * sso::kMostCallsOfCompany, 100};
    Workers export_workers_{2, 100};
    edge::UseMeter use_meter_{8};
    edge::AnswerCache answers_{*db};
    app::UseWriter use_writer_{*db, db.log, use_meter_};
    telemetry::TokenMeter token_meter_{db.metrics};
    throttle::LocalLedger ledger_{stopwatch};
    throttle::LoadGuard load_guard_;
    edge::PublicReads public_reads_{*db, 2, &load_guard_};
    edge::ThrottleMeter throttle_meter_;
    webhooks::CourierMeter courier_meter_{db.metrics};
    std::unique_ptr<webhooks::Messenger> messenger_;
    std::unique_ptr<webhooks::Sender> provider_sender_;
    std::unique_ptr<sso::SignOn> sign_on_;
    std::unique_ptr<streams::Hub> event_streams_;
    std::unique_ptr<webhooks::Courier> courier_;
    std::unique_ptr<reports::Generator> generator_;
    std::unique_ptr<throttle::RuleBook> rules_;
    std::unique_ptr<edge::AddressLimits> address_limits_;
    std::unique_ptr<edge::StaticFile> openapi_;
    std::unique_ptr<edge::Services> services_;
    std::unique_ptr<edge::Pipeline> pipeline_;
    std::unique_ptr<http::Server> server_;
};

}  // namespace callboard::test
