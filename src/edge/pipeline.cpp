#include "edge/pipeline.h"

#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/failure.h"
#include "edge/content_negotiation.h"
#include "edge/error_response.h"
#include "edge/refusal_texts.h"
#include "edge/request_id.h"
#include "edge/response_headers.h"

namespace callboard::edge {
namespace {

// A body that takes long to read is not read on an event loop. HTML costs the most: up to 0.4 µs a byte.
constexpr std::size_t kLargeBody = std::size_t{16} * 1024;

ConnectionState& state_of(const http::Exchange& exchange) {
    return static_cast<ConnectionState&>(*exchange.state);
}
Visit& visit_of(http::Exchange& exchange) {
    return *state_of(exchange).visit;
}
const Visit& visit_of(const http::Exchange& exchange) {
    return *state_of(exchange).visit;
}

throttle::Burden burden_of(const Route& route) {
    if (route.writes || route.hashes) return throttle::Burden::write;
    return route.weight == db::Weight::heavy ? throttle::Burden::heavy_read : throttle::Burden::light_read;
}

void charge(Visit& visit, std::size_t bytes) {
    visit.permit.charge(static_cast<std::int64_t>(bytes));
    visit.bytes_charged += static_cast<std::int64_t>(bytes);
}

}  // namespace

Pipeline::Pipeline(std::vector<Route> routes, const Services& services, CallerCache& callers,
                   Workers& workers, telemetry::Metrics& metrics, std::size_t loops,
                   const telemetry::Log& log)
    : table_(std::move(routes)),
      services_(services),
      callers_(callers),
      workers_(workers),
      admission_(table_, services, callers, log),
      recorder_(table_, services, metrics, loops, log),
      log_(log) {}

// Step 1: the head is there.
void Pipeline::admit(http::Exchange& exchange) {
    admission_.begin(begin_visit(exchange));
}

Visit& Pipeline::begin_visit(http::Exchange& exchange) const {
    if (!exchange.state) exchange.state = std::make_unique<ConnectionState>();
    Visit& visit = state_of(exchange).visit.emplace(&exchange, &services_, &table_.unknown_path());
    visit.client_takes_gzip = takes_gzip(exchange.request);
    choose_request_id(exchange.request.id, exchange.request.header("X-Request-Id"));
    return visit;
}

std::optional<std::size_t> Pipeline::admitted(const http::Exchange& exchange) const {
    const Visit& visit = visit_of(exchange);
    if (visit.refused) return std::nullopt;
    return visit.route->body_limit();
}

// Step 2: the body is there; the handler's work begins.
void Pipeline::answer(http::Exchange& exchange) {
    Visit& visit = visit_of(exchange);
    visit.admission_over = true;
    if (services_.faults && visit.who) {
        const http::Request& request = exchange.request;
        visit.fault =
            services_.faults->take(visit.budget, name_of(request.method), request.path, visit.route->path);
        if (visit.fault) return suffer(visit);
    }
    begin_work(visit);
}

// A delay is time in which the handler works: the slot is taken, and the time limit runs. But it is no load.
void Pipeline::suffer(Visit& visit) {
    if (!visit.fault->delay) return visit.exchange->resume();
    visit.stop = visit.exchange->stop_token();
    services_.faults->delay(*visit.fault->delay, visit.stop, [this, &visit] {
        visit.fault.reset();
        const bool stopped = visit.stop.stop_requested();
        if (!stopped && workers_.accept([this, &visit] { start_work(visit); })) return;
        visit.failure = std::make_exception_ptr(stopped ? timed_out() : overloaded());
        visit.exchange->resume();
    });
}

void Pipeline::begin_work(Visit& visit) {
    const Route& route = *visit.route;
    http::Exchange& exchange = *visit.exchange;
    // Some clients say null where they have no body to send.
    if (route.body_is_optional && trimmed(exchange.request.body, " \t\r\n") == "null")
        exchange.request.body.clear();
    visit.shed = !route.quiet && !services_.load_guard.enter(burden_of(route), visit.ticket);
    if (visit.shed) return exchange.resume();
    const bool at_once = !route.writes && route.weight == db::Weight::light && services_.db.reads_at_once();
    if (!at_once) visit.stop = exchange.stop_token();
    const bool slow = route.slow_body || exchange.request.body.size() > kLargeBody;
    if (slow && workers_.accept([this, &visit] { start_work(visit); })) return;
    start_work(visit);
}

void Pipeline::start_work(Visit& visit) const {
    try {
        return visit.route->start(visit);
    } catch (...) {
        visit.failure = std::current_exception();
    }
    visit.exchange->resume();  // not in the handler: nothing of the exception is this thread's any more
}

void Pipeline::conclude(http::Exchange& exchange) {
    Visit& visit = visit_of(exchange);
    if (visit.shed) {
        error_response(error_target(visit, exchange.response), std::make_exception_ptr(overloaded()), log_);
        return add_common_headers(visit, exchange.response);
    }
    if (visit.fault) return conclude_fault(visit, exchange.response);
    if (visit.excused) {
        http::Response unsent;
        error_response(error_target(visit, unsent), visit.excused, log_);  // the log hears of it
    }
    if (visit.failure) {
        error_response(error_target(visit, exchange.response), visit.failure, log_);
    } else {
        visit.work->finish(exchange.response);
    }
    visit.work.reset();
    if (visit.route->changes_credentials || visit.changed_credentials) callers_.clear();
    if (exchange.response.stream) visit.ticket.leave();  // it goes at the pace of its reader, who is no work
    exchange.response.essential = visit.route->quiet;
    add_common_headers(visit, exchange.response);
    add_unknown_names(visit, exchange.response);
}

void Pipeline::conclude_fault(const Visit& visit, http::Response& response) const {
    response.drop = visit.fault->drop;
    if (!visit.fault->status) return;
    const auto refused = error_target(visit, response);
    const std::string message = "this error was requested with POST /sandbox/faults";
    switch (*visit.fault->status) {
        case 401: refuse_unknown_caller(refused, CredentialFault::expired_access_token); break;
        case 429: refuse_too_many(refused, std::chrono::seconds{1}, message); break;
        default: edge::refuse(refused, *visit.fault->status, "SANDBOX_FAULT", message);
    }
    add_common_headers(visit, response);
}

// Step 3, for streamed bodies: the next piece, made by a worker while the event loop does other things.
void Pipeline::pump(http::Exchange& exchange) {
    Visit& visit = visit_of(exchange);
    visit.piece_failed = false;
    const bool accepted = workers_.accept([this, &exchange, &visit] {
        try {
            std::string& piece = exchange.response.body;
            while (piece.empty() && exchange.response.stream->next(piece)) {
            }
            // At its end it goes here: letting go of a large file takes longer than a loop may wait.
            if (piece.empty()) exchange.response.stream.reset();
        } catch (const std::exception&) {
            log_.write(telemetry::Level::error, "stream_failed",
                       {{"request", exchange.request.id}, {"reason", reason_of_current_failure()}});
            visit.piece_failed = true;
        }
        exchange.resume();
    });
    if (accepted) return;
    visit.piece_failed = true;
    exchange.resume();
}

bool Pipeline::pumped(http::Exchange& exchange) {
    Visit& visit = visit_of(exchange);
    charge(visit, exchange.response.body.size());
    return !visit.piece_failed;
}

// What the client does next must find its slot free and its bytes counted.
void Pipeline::leaving(http::Exchange& exchange) {
    Visit& visit = visit_of(exchange);
    if (visit.bytes_charged == 0 && !exchange.request.is_head)
        charge(visit, exchange.response.content().size());
    visit.permit.release();
}

void Pipeline::gone(http::Exchange& exchange) {
    visit_of(exchange).permit.release();
}

void Pipeline::held_up(http::Exchange& exchange) {
    Visit& visit = visit_of(exchange);
    visit.permit.retake();
    visit.ticket.leave();  // a client that reads slowly is no work
}

void Pipeline::refuse(http::Exchange& exchange, const http::Refusal& refusal) {
    // What was wrong with a body is counted where the body was to go.
    const bool has_visit = exchange.state && !visit_of(exchange).finished;
    const Visit& visit = has_visit ? visit_of(exchange) : begin_visit(exchange);
    std::string message{refusal.message};
    if (refusal.status == 413) message += too_large(visit.route->body_limit());
    edge::refuse(error_target(visit, exchange.response), refusal.status, refusal.code, message);
    if (refusal.status == 503) exchange.response.add_header("Retry-After", "1");
    add_common_headers(visit, exchange.response);
}

http::Response Pipeline::overdue(const http::Exchange& exchange) {
    http::Response response;
    const Visit& visit = visit_of(exchange);
    error_response(error_target(visit, response), std::make_exception_ptr(timed_out()), log_);
    add_common_headers(visit, response, visit.admission_over);
    return response;
}

void Pipeline::finished(http::Exchange& exchange, int status, std::size_t bytes,
                        std::chrono::nanoseconds took) {
    Visit& visit = visit_of(exchange);
    visit.finished = true;
    visit.permit.release();
    visit.ticket.done(took, exchange.received_at + took);
    recorder_.record(visit, status, bytes, took);
}

}  // namespace callboard::edge
