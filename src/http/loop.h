// An event loop: a thread with its sockets and sessions. Private to this folder.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <future>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/intrusive/list.hpp>

#include "http/body_store.h"
#include "http/connection_limits.h"
#include "http/memory_budget.h"
#include "http/response_memory.h"
#include "http/server.h"

namespace callboard::http {

namespace net = boost::asio;

// The concrete executor type throughout: the type-erased one needs additional allocations.
using Executor = net::io_context::executor_type;
using Socket = net::basic_stream_socket<net::ip::tcp, Executor>;
using Acceptor = net::basic_socket_acceptor<net::ip::tcp, Executor>;
template <class Result = void>
using Awaitable = net::awaitable<Result, Executor>;
inline constexpr net::use_awaitable_t<Executor> kAwait;
inline constexpr auto kAwaitOutcome = net::as_tuple(kAwait);  // errors as values, not exceptions

// Shared by all loops of a server.
struct Shared {
    const ServerOptions& options;
    Handler& handler;
    BodyStore* const body_store;  // null: bodies are kept in memory
    const Clock& clock;
    const Stopwatch& stopwatch;
    const telemetry::Log& log;
    telemetry::Histogram& lag;
    telemetry::Counter& refused_connections;
    telemetry::Counter& closed_as_too_slow;
    telemetry::Counter& refused_for_memory;
    ConnectionLimits connections;
    MemoryBudget memory;
    MemoryBudget anonymous_bodies;  // of requests; a part of `memory`
    ResponseMemory responses;       // likewise
    std::mutex tls_mutex{};
    std::optional<net::ssl::context> tls{};  // none: plain HTTP; replaced when there is a new certificate
};

// The interface through which the loop checks time-outs and ends sessions.
class SweptSession
    : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
  public:
    SweptSession() = default;
    SweptSession(const SweptSession&) = delete;
    SweptSession& operator=(const SweptSession&) = delete;
    virtual ~SweptSession() = default;

    virtual void tick(Stopwatch::Instant now) = 0;
    virtual void drain() = 0;    // complete the request in flight, read no other
    virtual void give_up() = 0;  // cancel the work in flight: no response can be sent
    virtual void abandon() = 0;  // the loop has ended: no step will complete
};

class Loop {
  public:
    Loop(std::size_t number, Shared& shared, Acceptor::protocol_type protocol, int listening_socket);
    ~Loop();

    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void start();
    std::future<void> drain();  // from any thread; ready when no more connections are accepted
    std::future<void> probe();  // from any thread; ready when the loop has come to it
    void stop();                // immediately

    std::size_t number() const { return number_; }
    Shared& shared() { return shared_; }
    Executor executor() { return context_.get_executor(); }

    // The time of the last sweep: accurate enough for time-outs, without a system call.
    Stopwatch::Instant coarse_now() const { return coarse_now_; }
    // Call before a measurement that sweeps check, so that it does not start in the past.
    void refresh_coarse_now() { coarse_now_ = shared_.stopwatch.now(); }
    std::string_view date() const { return date_; }

    // A shared buffer to build responses in; not valid across a suspension of the coroutine.
    std::string& scratch();

    // A shared buffer for bytes that are discarded.
    std::span<char> sink() { return sink_; }

    void add(SweptSession& session) { sessions_.push_back(session); }
    bool draining() const { return draining_; }

  private:
    Awaitable<> accept();
    Awaitable<> sweep();
    void start_connection(Socket socket);
    void update_time();

    const std::size_t number_;
    Shared& shared_;
    net::io_context context_{1};
    Acceptor acceptor_;
    boost::intrusive::list<SweptSession, boost::intrusive::constant_time_size<false>> sessions_;
    Stopwatch::Instant coarse_now_;
    std::string date_;
    std::string scratch_;
    std::array<char, std::size_t{16} * 1024> sink_{};
    bool draining_ = false;
    std::thread thread_;
};

}  // namespace callboard::http
