// The real pipeline behind a real socket on a port of the system's choosing, with the time in the test's hand
// and rows that only a test adds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "edge/caller_cache.h"
#include "edge/pipeline.h"
#include "edge/route.h"
#include "http/server.h"
#include "support/each_database.h"
#include "support/http_client.h"

namespace callboard::test {

struct TestServerOptions {
    Engine engine = Engine::sqlite;
    std::vector<edge::Route> extra_routes = {};
    std::size_t loops = 1;
    std::optional<http::TlsFiles> tls = std::nullopt;
    std::vector<Network> proxies = {};
    std::size_t max_connections = 1000;
    std::size_t max_connections_per_address = 0;
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

    bool stop(std::chrono::milliseconds grace) { return server_->stop(grace); }

    TestDatabase db;
    ManualStopwatch stopwatch;  // of the server's time limits; looked at every few milliseconds
    edge::CallerCache credentials;

  private:
    Workers slow_workers_{1, 100};
    telemetry::TokenMeter token_meter_{db.metrics};
    edge::SignInLimits sign_in_limits_{stopwatch};
    std::unique_ptr<edge::Services> services_;
    std::unique_ptr<edge::Pipeline> pipeline_;
    std::unique_ptr<http::Server> server_;
};

}  // namespace callboard::test
