#include "edge/pipeline.h"

#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/failure.h"
#include "edge/content_negotiation.h"
#include "edge/error_response.h"
#include "edge/public_answer.h"
#include "edge/refusal_texts.h"
#include "edge/request_id.h"
#include "edge/response_headers.h"

namespace callboard::edge {
namespace {

// Larger bodies are not decoded on an event loop. HTML is the slowest: up to 0.4 µs per byte.
constexpr std::size_t kLargeBody = std::size_t{16} * 1024;

ConnectionState& state_of(const http::Exchange& exchange) {
    return static_cast<ConnectionState&>(*exchange.state);
}
RequestContext& context_of(http::Exchange& exchange) {
    return *state_of(exchange).context;
}
const RequestContext& context_of(const http::Exchange& exchange) {
    return *state_of(exchange).context;
}

throttle::LoadClass load_class_of(const RequestContext& context) {
    using enum throttle::LoadClass;
    const Route& route = *context.route;
    // Clients without a credential choose what is read for public answers, and how often, and what is in
    // forms that are checked: while these wait, they leave room for others, and their times do not lower the
    // limit of others.
    if ((route.find_version || takes_open_form(route)) && !context.who) return public_read;
    if (route.writes || route.hashes) return write;
    return route.weight == db::Weight::heavy || route.find_version ? heavy_read : light_read;
}

// An unusable header is ignored, and so is a repeated one.
std::optional<TraceContext> trace_of(const http::Request& request) {
    constexpr std::string_view kHeader = "traceparent";
    const std::string_view value = request.header(kHeader);
    if (value.empty() || request.has_repeated(kHeader)) return std::nullopt;
    return TraceContext::parse(value);
}

void charge(RequestContext& context, std::size_t bytes) {
    context.permit.charge(static_cast<std::int64_t>(bytes));
    context.bytes_charged += static_cast<std::int64_t>(bytes);
}

bool has_stored_body(const RequestContext& context) {
    const OpenForm* const form = open_form_of(context);
    return form && form->has_file();
}

// Null: the response is complete, or a stream that ends by itself.
http::LiveBody* live_body(http::Exchange& exchange) {
    return exchange.response.stream ? exchange.response.stream->live() : nullptr;
}

// So that no later request uses what this one has changed.
void forget_changed_callers(CallerCache& callers, const RequestContext& context) {
    if (context.changed_credentials) {
        callers.clear();
    } else if (context.route->changes_credentials && context.company) {
        callers.forget({&*context.company, 1});
    } else if (context.changed_company) {
        callers.forget({&*context.changed_company, 1});
    }
}

}  // namespace

Pipeline::Pipeline(std::vector<Route> routes, const Services& services, CallerCache& callers,
                   Workers& workers, OpenForms& open_forms, telemetry::Metrics& metrics, std::size_t loops,
                   const telemetry::Log& log)
    : table_(std::move(routes)),
      services_(services),
      callers_(callers),
      workers_(workers),
      open_forms_(open_forms),
      admission_(table_, services, callers, open_forms, log),
      recorder_(table_, services, metrics, loops, log),
      log_(log) {}

// Step 1: the head was received.
void Pipeline::admit(http::Exchange& exchange) {
    admission_.begin(begin_request(exchange));
}

RequestContext& Pipeline::begin_request(http::Exchange& exchange) const {
    if (!exchange.state) exchange.state = std::make_unique<ConnectionState>();
    RequestContext& context =
        state_of(exchange).context.emplace(&exchange, &services_, &table_.unknown_path());
    context.client_takes_gzip = takes_gzip(exchange.request);
    context.trace = trace_of(exchange.request);
    choose_request_id(exchange.request.id, exchange.request.header("X-Request-Id"));
    return context;
}

std::optional<std::size_t> Pipeline::admitted(const http::Exchange& exchange) const {
    const RequestContext& context = context_of(exchange);
    if (context.refused) return std::nullopt;
    return context.route->body_limit();
}

std::optional<std::size_t> Pipeline::body_in_memory(const http::Exchange& exchange) const {
    return open_form_of(context_of(exchange)) ? std::optional{OpenForms::kInMemory} : std::nullopt;
}

// On a thread that may wait for the disk.
void Pipeline::store_body(http::Exchange& exchange) {
    OpenForm& form = *open_form_of(context_of(exchange));
    if (!form.place().grow(exchange.request.body.size())) {
        form.failure = std::make_exception_ptr(unavailable("the disk for forms is used up"));
        return exchange.resume();
    }
    const bool accepted = open_forms_.accept([&exchange, &form] {
        try {
            form.file().append(exchange.request.body);
            exchange.request.body.clear();
        } catch (...) {
            form.failure = std::current_exception();
        }
        exchange.resume();
    });
    if (accepted) return;
    form.failure = std::make_exception_ptr(overloaded("too many bodies wait to be stored"));
    exchange.resume();
}

bool Pipeline::body_was_stored(http::Exchange& exchange) {
    const RequestContext& context = context_of(exchange);
    const std::exception_ptr& failure = open_form_of(context)->failure;
    if (!failure) return true;
    http::Response unsent;
    error_response(error_target(context, unsent), failure, log_);  // only for the log
    return false;
}

// Step 2: the body was received; starts the handler.
void Pipeline::answer(http::Exchange& exchange) {
    RequestContext& context = context_of(exchange);
    context.admission_over = true;
    if (services_.faults && context.who) {
        const http::Request& request = exchange.request;
        context.fault = services_.faults->take(context.budget, name_of(request.method), request.path,
                                               context.route->path);
        if (context.fault) return simulate_fault(context);
    }
    begin_work(context);
}

// A delay counts as time of the handler: it occupies the slot and is subject to the time limit, but it is not
// load.
void Pipeline::simulate_fault(RequestContext& context) {
    if (!context.fault->delay) return context.exchange->resume();
    context.stop = context.exchange->stop_token();
    services_.faults->delay(*context.fault->delay, context.stop, [this, &context] {
        context.fault.reset();
        const bool stopped = context.stop.stop_requested();
        if (!stopped && start_on_thread(context)) return;
        context.failure = std::make_exception_ptr(stopped ? timed_out() : overloaded());
        context.exchange->resume();
    });
}

void Pipeline::begin_work(RequestContext& context) {
    const Route& route = *context.route;
    http::Exchange& exchange = *context.exchange;
    // Some clients send null instead of no body.
    if (route.body_is_optional && trimmed(exchange.request.body, " \t\r\n") == "null")
        exchange.request.body.clear();
    if (route.find_version && answer_from_memory(context)) return exchange.resume();
    context.shed = !route.quiet && !services_.load_guard.enter(load_class_of(context), context.ticket);
    if (context.shed) return exchange.resume();
    const bool at_once = !route.writes && route.weight == db::Weight::light && !route.find_version &&
                         services_.db.reads_at_once();
    if (!at_once) context.stop = exchange.stop_token();
    const bool stored = has_stored_body(context);
    const bool slow = route.slow_body || exchange.request.body.size() > kLargeBody || stored;
    if (slow && start_on_thread(context)) return;
    if (!stored) return start_work(context);
    context.failure = std::make_exception_ptr(overloaded("too many bodies wait to be stored"));
    exchange.resume();
}

// What is read of a stored body is written to the disk again: that has threads of its own, so that strangers
// who fill the disk occupy none that serves the API.
bool Pipeline::start_on_thread(RequestContext& context) {
    const auto start = [this, &context] { start_work(context); };
    return has_stored_body(context) ? open_forms_.accept(start) : workers_.accept(start);
}

void Pipeline::start_work(RequestContext& context) const {
    try {
        return context.route->start(context);
    } catch (...) {
        context.failure = std::current_exception();
    }
    context.exchange->resume();  // not in the catch block: the exception may be destroyed by another thread
}

void Pipeline::build_response(http::Exchange& exchange) {
    RequestContext& context = context_of(exchange);
    if (context.shed) {
        error_response(error_target(context, exchange.response), std::make_exception_ptr(overloaded()), log_);
        context.work.reset();
        return add_common_headers(context, exchange.response);
    }
    if (context.fault) return build_fault_response(context, exchange.response);
    if (context.handled_failure) {
        http::Response unsent;
        error_response(error_target(context, unsent), context.handled_failure, log_);  // only for the log
    }
    if (context.failure) {
        error_response(error_target(context, exchange.response), context.failure, log_);
    } else {
        context.work->finish(exchange.response);
    }
    context.work.reset();
    forget_changed_callers(callers_, context);
    if (exchange.response.stream)
        context.ticket.leave();                         // sent at the pace of the client, which is not load
    if (live_body(exchange)) context.permit.release();  // open for as long as the client wants
    exchange.response.essential = context.route->quiet;
    add_common_headers(context, exchange.response);
    add_unknown_names(context, exchange.response);
}

void Pipeline::build_fault_response(const RequestContext& context, http::Response& response) const {
    response.drop = context.fault->drop;
    if (!context.fault->status) return;
    const auto refused = error_target(context, response);
    const std::string message = "this error was requested with POST /sandbox/faults";
    switch (*context.fault->status) {
        case 401: refuse_unknown_caller(refused, CredentialFault::expired_access_token); break;
        case 429: refuse_too_many(refused, std::chrono::seconds{1}, message); break;
        default: edge::refuse(refused, *context.fault->status, "SANDBOX_FAULT", message);
    }
    add_common_headers(context, response);
}

// Step 3, for streamed bodies: a worker generates the next piece, without blocking the event loop.
void Pipeline::pump(http::Exchange& exchange) {
    RequestContext& context = context_of(exchange);
    context.piece_failed = false;
    if (http::LiveBody* const live = live_body(exchange))
        return live->when_ready([&exchange] { exchange.resume(); });
    const bool accepted = workers_.accept([this, &exchange, &context] {
        try {
            std::string& piece = exchange.response.body;
            while (piece.empty() && exchange.response.stream->next(piece)) {
            }
            // Destroyed here, because deleting a large file would block the event loop for too long.
            if (piece.empty()) exchange.response.stream.reset();
        } catch (const std::exception&) {
            log_.write(telemetry::Level::error, "stream_failed",
                       {{"request", exchange.request.id}, {"reason", reason_of_current_failure()}});
            context.piece_failed = true;
        }
        exchange.resume();
    });
    if (accepted) return;
    context.piece_failed = true;
    exchange.resume();
}

bool Pipeline::pump_succeeded(http::Exchange& exchange) {
    RequestContext& context = context_of(exchange);
    if (http::LiveBody* const live = live_body(exchange)) live->next(exchange.response.body);
    charge(context, exchange.response.body.size());
    return !context.piece_failed;
}

// Before the last bytes, so that the slot is free and the bytes are counted for the next request.
void Pipeline::sending_last_bytes(http::Exchange& exchange) {
    RequestContext& context = context_of(exchange);
    if (context.bytes_charged == 0 && !exchange.request.is_head)
        charge(context, exchange.response.content().size());
    context.permit.release();
}

void Pipeline::gone(http::Exchange& exchange) {
    context_of(exchange).permit.release();
    if (http::LiveBody* const live = live_body(exchange)) live->cancel();  // may end the exchange
}

void Pipeline::response_blocked(http::Exchange& exchange) {
    RequestContext& context = context_of(exchange);
    context.permit.reacquire();
    context.ticket.leave();  // a slow client is not load
}

void Pipeline::refuse(http::Exchange& exchange, const http::Refusal& refusal) {
    // A fault of the body is counted for the route of the request.
    const bool has_context = exchange.state && !context_of(exchange).finished;
    const RequestContext& context = has_context ? context_of(exchange) : begin_request(exchange);
    std::string message{refusal.message};
    if (refusal.status == 413) message += too_large(context.route->body_limit());
    edge::refuse(error_target(context, exchange.response), refusal.status, refusal.code, message);
    if (refusal.status == 503) exchange.response.add_header("Retry-After", "1");
    add_common_headers(context, exchange.response);
}

http::Response Pipeline::overdue(const http::Exchange& exchange) {
    http::Response response;
    const RequestContext& context = context_of(exchange);
    error_response(error_target(context, response), std::make_exception_ptr(timed_out()), log_);
    add_common_headers(context, response, context.admission_over);
    return response;
}

void Pipeline::finished(http::Exchange& exchange, int status, std::size_t bytes,
                        std::chrono::nanoseconds took) {
    RequestContext& context = context_of(exchange);
    context.finished = true;
    context.permit.release();
    context.ticket.done(took, exchange.received_at + took);
    recorder_.record(context, status, bytes, took);
    if (!context.admission_over) context.work.reset();  // a form that was not received
}

}  // namespace callboard::edge
