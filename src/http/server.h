// The HTTP server: one event loop per core, each with its own listening socket.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/network.h"
#include "http/exchange.h"
#include "http/transfer_rate.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"

namespace callboard::http {

struct TlsFiles {
    std::filesystem::path certificate;
    std::filesystem::path key;
};

// How long a connection may stay in each of its states. What has no time limit can be held for ever.
struct TimeLimits {
    std::chrono::seconds handshake{10};
    std::chrono::seconds idle{75};  // between two requests
    std::chrono::seconds head{10};  // from the first byte of a request to the end of its head
    std::chrono::seconds body{128};
    std::chrono::seconds work{128};         // from the last byte of a request to its answer
    std::chrono::seconds linger{2};         // for a client to read the refusal of what it is still sending
    MinimumRate rate;                       // of the body of a request, and of a response
    std::chrono::milliseconds sweep{1000};  // how often all of this is looked at
};

struct ServerOptions {
    HostPort listen;
    std::optional<TlsFiles> tls;
    std::size_t loops = 1;
    std::size_t max_connections = 32'768;
    std::size_t max_connections_per_address = 1'024;  // 0: no limit
    std::size_t memory_budget = 0;                    // bytes of all buffers together; 0: no limit
    std::vector<Network> proxies;                     // whose X-Forwarded-For is believed
    bool administrative = false;                      // an address for operators
    std::size_t first_loop = 0;  // its number; those of two servers with one handler differ
    TimeLimits limits;
};

class Server {
  public:
    // Binds the address; throws std::runtime_error, which names it, when that cannot be done.
    Server(ServerOptions options, Handler& handler, const Clock& clock, const Stopwatch& stopwatch,
           telemetry::Metrics& metrics, const telemetry::Log& log);
    ~Server();

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const;

    // Begins to accept connections, on threads of its own.
    void start();

    // Accepts no more, closes idle connections, lets the others finish what is in flight; true when all had
    // finished before the grace was over.
    bool stop(std::chrono::milliseconds grace);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace callboard::http
