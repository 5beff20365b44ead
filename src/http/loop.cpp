#include "http/loop.h"

#include <exception>
#include <memory>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/chrono.h>
#include <pthread.h>

#include "http/session.h"

namespace callboard::http {
namespace {

using Timer = net::basic_waitable_timer<std::chrono::steady_clock,
                                        net::wait_traits<std::chrono::steady_clock>, Executor>;

IpAddress address_of(const net::ip::address& address) {
    if (address.is_v4()) return IpAddress::v4(address.to_v4().to_bytes());
    return IpAddress::v6(address.to_v6().to_bytes());
}

std::future<void> posted(net::io_context& context, std::packaged_task<void()> task) {
    auto done = task.get_future();
    net::post(context, std::move(task));
    return done;
}

}  // namespace

Loop::Loop(std::size_t number, Shared& shared, Acceptor::protocol_type protocol, int listening_socket)
    : number_(number), shared_(shared), acceptor_(context_, protocol, listening_socket) {
    update_time();
}

Loop::~Loop() {
    stop();
    for (SweptSession& session : sessions_) session.abandon();
}

void Loop::start() {
    // An exception here is a bug, and a loop that no longer accepts or sweeps would be useless: terminate.
    const auto must_not_fail = [](const std::exception_ptr& failure) {
        if (failure) std::rethrow_exception(failure);
    };
    net::co_spawn(context_, accept(), must_not_fail);
    net::co_spawn(context_, sweep(), must_not_fail);
    thread_ = std::thread{[this] {
        pthread_setname_np(pthread_self(), ("loop-" + std::to_string(number_)).c_str());
        context_.run();
    }};
}

std::future<void> Loop::drain() {
    return posted(context_, std::packaged_task<void()>{[this] {
                      draining_ = true;
                      boost::system::error_code ignored;
                      acceptor_.close(ignored);
                      for (SweptSession& session : sessions_) session.drain();
                  }});
}

std::future<void> Loop::probe() {
    return posted(context_, std::packaged_task<void()>{[] {}});
}

void Loop::stop() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
    for (SweptSession& session : sessions_) session.give_up();
    boost::system::error_code ignored;
    acceptor_.close(ignored);
}

std::string& Loop::scratch() {
    constexpr std::size_t kMostKept = std::size_t{256} * 1024;
    if (scratch_.capacity() > kMostKept) std::string{}.swap(scratch_);
    scratch_.clear();
    return scratch_;
}

Awaitable<> Loop::accept() {
    Timer pause{context_};
    while (acceptor_.is_open()) {
        auto [error, socket] = co_await acceptor_.async_accept(kAwaitOutcome);
        if (!error) {
            start_connection(std::move(socket));
        } else if (error != net::error::operation_aborted) {
            // Probably out of file descriptors: wait for other connections to be closed.
            shared_.log.write(telemetry::Level::warn, "accept_failed", {{"reason", error.message()}});
            pause.expires_after(std::chrono::milliseconds{100});
            co_await pause.async_wait(kAwaitOutcome);
        }
    }
}

void Loop::start_connection(Socket socket) {
    boost::system::error_code error;
    const auto peer = socket.remote_endpoint(error);
    if (error) return;  // already disconnected
    const IpAddress address = address_of(peer.address());
    if (!shared_.connections.admit(address)) return shared_.refused_connections.add();
    socket.set_option(net::ip::tcp::no_delay{true}, error);
    socket.non_blocking(true, error);
    refresh_coarse_now();  // the time limits of the session begin now, not at the last sweep
    if (shared_.options.tls) {
        std::unique_lock lock{shared_.tls_mutex};
        net::ssl::stream<Socket> stream{std::move(socket), *shared_.tls};
        lock.unlock();
        start_session(*this, std::move(stream), address);
    } else {
        start_session(*this, std::move(socket), address);
    }
}

Awaitable<> Loop::sweep() {
    Timer timer{context_};
    for (;;) {
        const auto due = std::chrono::steady_clock::now() + shared_.options.limits.sweep;
        timer.expires_at(due);
        co_await timer.async_wait(kAwaitOutcome);
        const auto late = std::chrono::steady_clock::now() - due;
        shared_.lag.observe(std::chrono::duration<double>(late).count());
        update_time();
        // tick() may end a session, which removes it from the list.
        for (auto at = sessions_.begin(); at != sessions_.end();) (at++)->tick(coarse_now_);
    }
}

void Loop::update_time() {
    coarse_now_ = shared_.stopwatch.now();
    const std::chrono::sys_time<std::chrono::milliseconds> now{
        std::chrono::milliseconds{shared_.clock.now().ms}};
    date_ =
        fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace callboard::http
