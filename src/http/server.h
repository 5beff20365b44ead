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
#include "http/body_store.h"
#include "http/exchange.h"
#include "http/transfer_rate.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"

namespace callboard::http {

struct TlsFiles {
    std::filesystem::path certificate;
    std::filesystem::path key;
};

// The maximum duration of each state of a connection. Every state has a limit, so that no client can hold a
// connection forever.
struct TimeLimits {
    std::chrono::seconds handshake{10};
    std::chrono::seconds idle{75};  // between two requests
    std::chrono::seconds head{10};  // from the first byte of a request to the end of its head
    std::chrono::seconds body{128};
    std::chrono::seconds work{128};         // from the last byte of a request to its response
    std::chrono::seconds unread{30};        // bytes of a live body that the client has not acknowledged
    std::chrono::seconds linger{2};         // for a client to read a refusal while it is still sending
    MinimumRate rate;                       // of request and response bodies
    std::chrono::milliseconds sweep{1000};  // the interval of the checks
};

struct ServerOptions {
    HostPort listen;
    std::optional<TlsFiles> tls;
    std::size_t loops = 1;
    std::size_t max_connections = 32'768;
    std::size_t max_connections_per_address = 1'024;  // 0: no limit
    std::size_t memory_budget = 0;                    // bytes of all buffers; 0: no limit
    std::vector<Network> proxies;                     // whose X-Forwarded-For is trusted
    bool administrative = false;                      // the operator port
    std::size_t first_loop = 0;  // index of the first loop; unique across servers with one handler
    TimeLimits limits;
};

class Server {
  public:
    // Binds the address; throws std::runtime_error, which names it, if that fails. Without `body_store`, all
    // bodies are kept in memory.
    Server(ServerOptions options, Handler& handler, const Clock& clock, const Stopwatch& stopwatch,
           telemetry::Metrics& metrics, const telemetry::Log& log, BodyStore* body_store = nullptr);
    ~Server();

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const;

    // Accepts connections on its own threads.
    void start();

    // Reads certificate and key again, for new connections; others go on with the one they began with. Throws
    // std::runtime_error, which names the unusable file, and changes nothing then. Without TLS it does
    // nothing.
    void reload_certificate();

    // Does every event loop, if started, get to new work within this time?
    bool responds(std::chrono::milliseconds within) const;

    // Graceful shutdown: stops accepting, closes idle connections and completes requests in flight. Returns
    // true if all were completed within `grace`.
    bool stop(std::chrono::milliseconds grace);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace callboard::http
