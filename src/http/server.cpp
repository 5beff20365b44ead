#include "http/server.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <future>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/socket_base.hpp>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "http/loop.h"
#include "http/tls.h"

namespace callboard::http {
namespace {

using tcp = net::ip::tcp;
using ReusePort = net::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
using MostUnsent = net::detail::socket_option::integer<IPPROTO_TCP, TCP_NOTSENT_LOWAT>;

// Limits unsent bytes in the kernel's send buffer (TCP_NOTSENT_LOWAT). By default it takes megabytes, which
// the memory budget does not count.
constexpr int kMostUnsent = 128 * 1024;

tcp::endpoint resolve(net::io_context& context, const HostPort& where) {
    boost::system::error_code error;
    tcp::resolver resolver{context};
    const auto found =
        resolver.resolve(where.host, std::to_string(where.port), tcp::resolver::passive, error);
    if (error || found.empty()) {
        throw std::runtime_error("cannot listen on " + where.host + ": " +
                                 (error ? error.message() : "no such address"));
    }
    return found.begin()->endpoint();
}

enum class Use { share, probe };

void bind(tcp::acceptor& acceptor, const tcp::endpoint& where, Use use) {
    const auto name = [&] { return where.address().to_string() + ":" + std::to_string(where.port()); };
    try {
        acceptor.open(where.protocol());
        acceptor.set_option(net::socket_base::reuse_address{true});
        if (use == Use::share) {
            acceptor.set_option(ReusePort{true});
            acceptor.set_option(MostUnsent{kMostUnsent});  // inherited by accepted connections
        }
        acceptor.bind(where);
        if (use == Use::share) acceptor.listen(4096);  // a probe must not accept connections
    } catch (const boost::system::system_error& error) {
        throw std::runtime_error("cannot listen on " + name() + ": " + error.code().message());
    }
}

// SO_REUSEPORT shares the port between our loops, but silently also with another server that sets it. So a
// probe without it binds the port first.
void refuse_taken_port(net::io_context& context, const tcp::endpoint& where) {
    if (where.port() == 0) return;
    tcp::acceptor probe{context};
    bind(probe, where, Use::probe);
}

// The default limit on open files is 1,024. Clients, receivers of webhooks and the database share it, so
// that it is raised as far as possible, not to the number of clients.
void raise_file_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

class Server::Impl {
  public:
    Impl(ServerOptions options, Handler& handler, const Clock& clock, const Stopwatch& stopwatch,
         telemetry::Metrics& metrics, const telemetry::Log& log, BodyStore* body_store)
        : options_(std::move(options)),
          shared_{.options = options_,
                  .handler = handler,
                  .body_store = body_store,
                  .clock = clock,
                  .stopwatch = stopwatch,
                  .log = log,
                  .lag = metrics.histogram(
                      "callboard_loop_lag_seconds",
                      "How late the event loops come to what is due; sampled once a second."),
                  .refused_connections = metrics.counter(
                      "callboard_http_connections_refused_total",
                      "Connections that were closed at once: too many, in all or from their address."),
                  .closed_as_too_slow =
                      metrics.counter("callboard_http_connections_too_slow_total",
                                      "Connections that were closed because their client sent or read too "
                                      "slowly."),
                  .refused_for_memory = metrics.counter("callboard_memory_refusals_total",
                                                        "Requests that the memory budget had no room for."),
                  .connections = {options_.max_connections, options_.max_connections_per_address,
                                  options_.proxies},
                  .memory = MemoryBudget{options_.memory_budget},
                  .anonymous_bodies = MemoryBudget{anonymous_part(options_.memory_budget)},
                  .responses = {shared_.memory, anonymous_part(options_.memory_budget)}} {
        reload_certificate();
        std::signal(SIGPIPE, SIG_IGN);
        raise_file_limit();
        metrics.gauge("callboard_http_connections", "Open client connections.",
                      [this] { return static_cast<double>(shared_.connections.open()); });

        metrics.gauge("callboard_memory_in_use_bytes", "Held by the buffers of client connections.",
                      [this] { return static_cast<double>(shared_.memory.in_use()); });
        metrics.gauge("callboard_memory_budget_bytes", "How much they may hold; 0 is any amount.",
                      [this] { return static_cast<double>(shared_.memory.limit()); });

        net::io_context context;
        tcp::endpoint where = resolve(context, options_.listen);
        refuse_taken_port(context, where);
        for (std::size_t i = 0; i < options_.loops; ++i) {
            tcp::acceptor acceptor{context};
            bind(acceptor, where, Use::share);
            where.port(acceptor.local_endpoint().port());
            loops_.push_back(std::make_unique<Loop>(options_.first_loop + i, shared_, where.protocol(),
                                                    acceptor.release()));
        }
        port_ = where.port();
    }

    std::uint16_t port() const { return port_; }

    void start() {
        for (const auto& loop : loops_) loop->start();
    }

    void reload_certificate() {
        if (!options_.tls) return;
        net::ssl::context fresh = make_tls_context(*options_.tls);
        const std::lock_guard lock{shared_.tls_mutex};
        shared_.tls = std::move(fresh);  // connections keep what they use of the old one
    }

    bool responds(std::chrono::milliseconds within) const {
        const auto deadline = std::chrono::steady_clock::now() + within;
        std::vector<std::future<void>> probes;
        for (const auto& loop : loops_) probes.push_back(loop->probe());
        return std::ranges::all_of(probes, [&](const std::future<void>& probe) {
            return probe.wait_until(deadline) == std::future_status::ready;
        });
    }

    bool stop(std::chrono::milliseconds grace) {
        if (finished_) return *finished_;
        constexpr std::chrono::milliseconds kPollInterval{5};
        const auto deadline = std::chrono::steady_clock::now() + grace;
        std::vector<std::future<void>> draining;
        for (const auto& loop : loops_) draining.push_back(loop->drain());
        for (const auto& each : draining) each.wait_until(deadline);
        while (shared_.connections.open() > 0 && std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(kPollInterval);
        finished_ = shared_.connections.open() == 0;
        for (const auto& loop : loops_) loop->stop();
        return *finished_;
    }

  private:
    const ServerOptions options_;
    Shared shared_;
    std::vector<std::unique_ptr<Loop>> loops_;
    std::uint16_t port_ = 0;
    std::optional<bool> finished_;  // after stop(): whether all requests were answered
};

Server::Server(ServerOptions options, Handler& handler, const Clock& clock, const Stopwatch& stopwatch,
               telemetry::Metrics& metrics, const telemetry::Log& log, BodyStore* body_store)
    : impl_(std::make_unique<Impl>(std::move(options), handler, clock, stopwatch, metrics, log, body_store)) {
}

Server::~Server() = default;

std::uint16_t Server::port() const {
    return impl_->port();
}
void Server::start() {
    impl_->start();
}
void Server::reload_certificate() {
    impl_->reload_certificate();
}
bool Server::responds(std::chrono::milliseconds within) const {
    return impl_->responds(within);
}
bool Server::stop(std::chrono::milliseconds grace) {
    return impl_->stop(grace);
}

}  // namespace callboard::http
