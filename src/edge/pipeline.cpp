#include "edge/pipeline.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "accounts/cache_epoch_store.h"
#include "base/ascii.h"
#include "base/failure.h"
#include "edge/authentication.h"
#include "edge/content_negotiation.h"
#include "edge/error_response.h"
#include "edge/refusal_texts.h"
#include "edge/request_id.h"
#include "http/forwarded.h"
#include "throttle/rate_headers.h"

namespace callboard::edge {
namespace {

// A body that takes long to read is not read on an event loop. HTML costs the most: up to 0.4 µs a byte.
constexpr std::size_t kLargeBody = std::size_t{16} * 1024;

constexpr std::string_view kPrivate = "Cache-Control: no-store\r\n";
constexpr std::string_view kNoSniffing = "X-Content-Type-Options: nosniff\r\n";
constexpr std::string_view kDeprecated =
    "Deprecation: @1767225600\r\n"  // RFC 9745: since 2026-01-01
    "Sunset: Fri, 31 Dec 2027 23:59:59 GMT\r\n";
constexpr std::string_view kPageSafety =
    "Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'\r\n"
    "Referrer-Policy: no-referrer\r\n";
// The program is a file of ours, and calls nobody but us.
constexpr std::string_view kScriptedPageSafety =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "Referrer-Policy: no-referrer\r\n";

ConnectionState& state_of(const http::Exchange& exchange) {
    return static_cast<ConnectionState&>(*exchange.state);
}
Visit& visit_of(http::Exchange& exchange) {
    return *state_of(exchange).visit;
}
const Visit& visit_of(const http::Exchange& exchange) {
    return *state_of(exchange).visit;
}

Route row_without_handler(std::string_view operation, std::size_t index) {
    Route row{Columns{.method = http::Method::other,
                      .path = "",
                      .operation = operation,
                      .summary = "",
                      .access = any_credential(),
                      .policies = {throttle::Policy::customer_api},
                      .success = 404}};
    row.index = index;
    return row;
}

std::vector<Route> numbered(std::vector<Route> routes) {
    for (std::size_t i = 0; i < routes.size(); ++i) routes[i].index = i;
    return routes;
}

std::vector<std::string> operations(const std::vector<Route>& routes) {
    std::vector<std::string> names;
    names.reserve(routes.size() + 2);
    for (const Route& route : routes) names.emplace_back(route.operation);
    names.emplace_back("nowhere");
    names.emplace_back("wrongMethod");
    return names;
}

std::string_view name_of(http::Method method) {
    switch (method) {
        case http::Method::get: return "GET";
        case http::Method::post: return "POST";
        case http::Method::put: return "PUT";
        case http::Method::patch: return "PATCH";
        case http::Method::del: return "DELETE";
        case http::Method::options: return "OPTIONS";
        case http::Method::other: return "OTHER";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

throttle::Burden burden_of(const Route& route) {
    if (route.writes || route.hashes) return throttle::Burden::write;
    return route.weight == db::Weight::heavy ? throttle::Burden::heavy_read : throttle::Burden::light_read;
}

// Whoever watches the server from its own machine, or at the address for operators, always gets an answer.
bool never_waits(const http::Request& request, throttle::Policy policy) {
    return request.administrative || (policy == throttle::Policy::probes && request.client.is_loopback() &&
                                      !http::was_forwarded(request));
}

// What is left after this request; without a valid credential all of it, and nothing is charged.
void stamp_limits(const Visit& visit, bool admission_over, std::string& lines) {
    const throttle::Permit& permit = visit.permit;
    if (admission_over && visit.who) return throttle::append_headers(lines, permit.rate, permit.concurrency);
    const auto customer = throttle::Policy::customer_api;
    const throttle::Limit& limit = visit.services->rules.standard().limit(customer);
    const auto all = [&](std::uint16_t number) {
        const throttle::Share share{.policy = customer, .limit = number, .remaining = number};
        return number > 0 ? std::optional{share} : std::nullopt;
    };
    throttle::append_headers(lines, all(limit.requests), all(limit.concurrent));
}

}  // namespace

std::vector<std::vector<throttle::Policy>> policies_of(const std::vector<Route>& routes) {
    std::vector<std::vector<throttle::Policy>> policies;
    policies.reserve(routes.size() + 2);
    for (const Route& route : routes) policies.push_back(route.policies);
    policies.resize(routes.size() + 2, row_without_handler("", 0).policies);
    return policies;
}

// Asks the database whose credential it is, and then goes on with the request.
class Pipeline::CallerLookup final : public PendingWork, public db::ReadWork {
  public:
    CallerLookup(const Pipeline& pipeline, Visit& visit, const PresentedCredential& credential)
        : db::ReadWork(std::nullopt),
          pipeline_(pipeline),
          visit_(visit),
          credential_(credential),
          generation_(pipeline.callers_.generation()) {}

    void run(db::Snapshot& snapshot) override {
        found_ = find_caller(snapshot, credential_, pipeline_.services_.rules);
        if (found_) epoch_ = accounts::store::cache_epoch(snapshot);
    }

    void done(std::exception_ptr failure) noexcept override {
        if (failure) return refuse(failure);
        if (found_ && !pipeline_.callers_.keep(credential_.hash, *found_, {generation_, epoch_}))
            return look_again();
        const auto found = std::move(found_);  // decide() lets go of this object
        pipeline_.decide(visit_, found);
    }

    void finish(http::Response&) override {}

  private:
    // A snapshot that is taken now knows what the cache knows.
    void look_again() {
        constexpr int kMost = 3;
        if (++looks_ == kMost)
            return refuse(
                std::make_exception_ptr(unavailable("the database shows an older state than before")));
        generation_ = pipeline_.callers_.generation();
        pipeline_.services_.db.start(*this, db::Weight::light);
    }

    void refuse(const std::exception_ptr& failure) {
        visit_.refused = true;
        http::Response& response = visit_.exchange->response;
        error_response(target(visit_, response), failure, pipeline_.log_);
        stamp(visit_, response);
        visit_.exchange->resume();
    }

    const Pipeline& pipeline_;
    Visit& visit_;
    const PresentedCredential credential_;
    std::uint64_t generation_;
    std::int64_t epoch_ = 0;
    int looks_ = 0;
    Authentication found_ = std::unexpected(CredentialFault::missing);
};

Pipeline::Pipeline(std::vector<Route> routes, const Services& services, CallerCache& callers,
                   Workers& workers, telemetry::Metrics& metrics, std::size_t loops,
                   const telemetry::Log& log)
    : nowhere_(row_without_handler("nowhere", routes.size())),
      wrong_method_(row_without_handler("wrongMethod", routes.size() + 1)),
      routes_(numbered(std::move(routes))),
      router_(routes_),
      suggestions_(routes_),
      services_(services),
      callers_(callers),
      workers_(workers),
      meter_(metrics, operations(routes_), loops),
      log_(log) {}

// Step 1: which row, who calls, may they. Ends in decide(), at once or when the database has answered.
void Pipeline::admit(http::Exchange& exchange) {
    Visit& visit = begin_visit(exchange);
    find_route(visit);
    identify(visit);
}

Visit& Pipeline::begin_visit(http::Exchange& exchange) const {
    if (!exchange.state) exchange.state = std::make_unique<ConnectionState>();
    Visit& visit = state_of(exchange).visit.emplace(&exchange, &services_, &nowhere_);
    visit.client_takes_gzip = takes_gzip(exchange.request);
    choose_request_id(exchange.request.id, exchange.request.header("X-Request-Id"));
    return visit;
}

void Pipeline::find_route(Visit& visit) const {
    const http::Request& request = visit.exchange->request;
    const Place* const place = router_.find(request.path, visit.path);
    if (!place) return;
    const Route* const route = place->route(request.method);
    if (request.administrative && !(route && route->administrative)) return;
    visit.route = route ? route : &wrong_method_;
    visit.place = place;
}

void Pipeline::identify(Visit& visit) const {
    const http::Request& request = visit.exchange->request;
    const auto nobody = [](CredentialFault fault) -> Authentication { return std::unexpected(fault); };
    if (visit.route->access.open || request.administrative)
        return decide(visit, nobody(CredentialFault::missing));
    const auto presented = presented_credential(request);
    if (!presented) return decide(visit, nobody(presented.error()));
    const PresentedCredential& credential = *presented;
    if (auto caller = callers_.find(credential.hash)) {
        // A secret is good for one purpose only: a key is no access token.
        const bool is_key = credential.kind == CredentialKind::api_key;
        if (caller->called_with != credential.kind)
            return decide(visit, nobody(is_key ? CredentialFault::unknown_api_key
                                               : CredentialFault::unknown_access_token));
        if (caller->expires_at && *caller->expires_at <= services_.clock.now())
            return decide(visit, nobody(CredentialFault::expired_access_token));
        return decide(visit, std::move(*caller));
    }
    auto lookup = std::make_unique<CallerLookup>(*this, visit, credential);
    CallerLookup& started = *lookup;
    visit.work = std::move(lookup);
    services_.db.start(started, db::Weight::light);
}

// Whoever calls is known, or is known to be nobody. A caller's budget is asked, here or on another machine.
void Pipeline::decide(Visit& visit, const Authentication& caller) const {
    if (!caller) {
        visit.credential_fault = caller.error();
        return close_admission(visit);
    }
    const http::Request& request = visit.exchange->request;
    const throttle::Claims claims = caller->rules->claims(visit.route->index);
    services_.ledger.prefetch(caller->budget, claims);
    visit.company = caller->company;
    visit.scopes = caller->scopes;
    visit.budget = caller->budget;
    visit.called_with = caller->called_with;
    visit.who.emplace(caller->user, caller->role,
                      events::Author{.user = {}, .address = request.client, .request_id = request.id});
    visit.who->application = caller->application;
    visit.who->credential = caller->credential;
    const bool answered = services_.ledger.admit(caller->budget, claims, visit.exchange->received_at,
                                                 visit.permit, [this, &visit] { close_admission(visit); });
    if (answered) close_admission(visit);
}

// The last thing it does is to resume the session.
void Pipeline::close_admission(Visit& visit) const {
    visit.refused = turned_away(visit);
    if (visit.refused) stamp(visit, visit.exchange->response);
    visit.exchange->resume();
}

// Each line either goes on or ends the request.
bool Pipeline::turned_away(Visit& visit) const {
    const Route& route = *visit.route;
    const http::Request& request = visit.exchange->request;
    const auto refused = target(visit, visit.exchange->response);
    const bool credential_sent = visit.credential_fault != CredentialFault::missing;

    if (const auto wait = wait_of_address(visit)) {
        refuse_too_many(refused, *wait,
                        credential_sent ? "too many requests with invalid credentials from this address"
                                        : "too many requests from this address");
        return true;
    }
    const bool has_row = !is_missing(route);
    if (!route.access.open && !visit.who && (has_row || credential_sent)) {
        refuse_unknown_caller(refused, visit.credential_fault);
        return true;
    }
    if (visit.permit.refused) {
        refuse_too_many(refused, visit.permit.refused->retry_after, too_many(visit.permit));
        return true;
    }
    if (!has_row) {
        turn_away_at_missing_route(visit);
        return true;
    }
    if (!route.access.any_of.empty() && !visit.scopes.has_any_of(route.access.any_of)) {
        refuse_scope(refused, route.access.any_of);
        return true;
    }
    if (!can_answer(request, route)) {
        edge::refuse(refused, 406, "NOT_ACCEPTABLE", not_acceptable(route));
        return true;
    }
    if (!can_read(request, route)) {
        edge::refuse(refused, 415, "UNSUPPORTED_MEDIA_TYPE",
                     "unsupported Content-Type; the body must be application/json in UTF-8");
        return true;
    }
    return false;
}

// How long an address has to wait that calls without a credential, or with one that is none.
std::optional<std::chrono::seconds> Pipeline::wait_of_address(const Visit& visit) const {
    const http::Request& request = visit.exchange->request;
    const IpAddress& client = request.client;
    const Route& route = *visit.route;
    if (!route.access.open)
        return visit.credential_fault != CredentialFault::missing
                   ? services_.address_limits.failed_authentication(client)
                   : std::nullopt;
    const auto policy = std::ranges::find_if(route.policies, throttle::is_by_address);
    if (policy == route.policies.end() || never_waits(request, *policy)) return std::nullopt;
    return services_.address_limits.request(*policy, client);
}

void Pipeline::turn_away_at_missing_route(Visit& visit) const {
    const http::Request& request = visit.exchange->request;
    http::Response& response = visit.exchange->response;
    if (visit.route == &nowhere_) {
        edge::refuse(target(visit, response), 404, "RESOURCE_NOT_FOUND", nothing_at(request));
        return;
    }
    const std::string allowed = visit.place->allowed();
    if (request.method == http::Method::options) {
        response.status = 204;
    } else {
        edge::refuse(target(visit, response), 405, "METHOD_NOT_ALLOWED",
                     "method not allowed; this path supports " + allowed);
    }
    response.add_header("Allow", allowed);
}

// What the client sent is not repeated: it may hold a secret.
std::string Pipeline::nothing_at(const http::Request& request) const {
    if (request.administrative) return "this address only serves GET /metrics, GET /healthz and GET /readyz";
    const std::string nothing = "this path does not exist";
    if (const auto near = suggestions_.for_path(request.path))
        return nothing + "; did you mean " + std::string{*near} + "?";
    return nothing + "; GET /openapi.json lists all paths, /docs explains them";
}

bool Pipeline::is_missing(const Route& route) {
    return route.path.empty();
}

// Who gets a page where others get JSON: people who went astray, or who use our pages.
ErrorTarget Pipeline::target(const Visit& visit, http::Response& response) {
    const http::Request& request = visit.exchange->request;
    const bool for_people = is_missing(*visit.route) || visit.route->response_type == "text/html";
    return {.response = response,
            .request_id = request.id,
            .page = for_people && wants_page(request) ? visit.services->error_page : nullptr};
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
        error_response(target(visit, exchange.response), std::make_exception_ptr(overloaded()), log_);
        return stamp(visit, exchange.response);
    }
    if (visit.fault) return conclude_fault(visit, exchange.response);
    if (visit.excused) {
        http::Response unsent;
        error_response(target(visit, unsent), visit.excused, log_);  // the log hears of it
    }
    if (visit.failure) {
        error_response(target(visit, exchange.response), visit.failure, log_);
    } else {
        visit.work->finish(exchange.response);
    }
    visit.work.reset();
    if (visit.route->changes_credentials || visit.changed_credentials) callers_.clear();
    if (exchange.response.stream) visit.ticket.leave();  // it goes at the pace of its reader, who is no work
    exchange.response.essential = visit.route->quiet;
    stamp(visit, exchange.response);
    stamp_unknown_names(visit, exchange.response);
}

void Pipeline::conclude_fault(const Visit& visit, http::Response& response) const {
    response.drop = visit.fault->drop;
    if (!visit.fault->status) return;
    const auto refused = target(visit, response);
    const std::string message = "this error was requested with POST /sandbox/faults";
    switch (*visit.fault->status) {
        case 401: refuse_unknown_caller(refused, CredentialFault::expired_access_token); break;
        case 429: refuse_too_many(refused, std::chrono::seconds{1}, message); break;
        default: edge::refuse(refused, *visit.fault->status, "SANDBOX_FAULT", message);
    }
    stamp(visit, response);
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

void Pipeline::charge(Visit& visit, std::size_t bytes) {
    visit.permit.charge(static_cast<std::int64_t>(bytes));
    visit.bytes_charged += static_cast<std::int64_t>(bytes);
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
    edge::refuse(target(visit, exchange.response), refusal.status, refusal.code, message);
    if (refusal.status == 503) exchange.response.add_header("Retry-After", "1");
    stamp(visit, exchange.response);
}

http::Response Pipeline::overdue(const http::Exchange& exchange) {
    http::Response response;
    const Visit& visit = visit_of(exchange);
    error_response(target(visit, response), std::make_exception_ptr(timed_out()), log_);
    stamp(visit, response, visit.admission_over);
    return response;
}

void Pipeline::finished(http::Exchange& exchange, int status, std::size_t bytes,
                        std::chrono::nanoseconds took) {
    Visit& visit = visit_of(exchange);
    visit.finished = true;
    visit.permit.release();
    services_.throttle_meter.record(visit.permit, exchange.loop);
    visit.ticket.done(took, exchange.received_at + took);
    meter_.record(exchange.loop, visit.route->index, status, took);
    if (visit.who) count_use(visit, status, bytes);
    log_request(visit, status, bytes, took);
}

// Ids, never names or addresses of people.
void Pipeline::log_request(const Visit& visit, int status, std::size_t bytes,
                           std::chrono::nanoseconds took) const {
    const auto level = visit.route->quiet ? telemetry::Level::debug : telemetry::Level::info;
    if (!log_.wants(level)) return;
    const http::Request& request = visit.exchange->request;
    const std::string client = request.client.text();
    std::array<telemetry::LogField, 11> fields{{
        {"request", request.id},
        {"method", request.is_head ? "HEAD" : name_of(request.method)},
        {"route", is_missing(*visit.route) ? visit.route->operation : visit.route->path},
        {"status", std::int64_t{status}},
        {"bytes", static_cast<std::int64_t>(bytes)},
        {"us", std::chrono::duration_cast<std::chrono::microseconds>(took).count()},
        {"client", client},
    }};
    std::size_t count = 7;
    if (visit.who) {
        fields[count++] = {"credential", callboard::name_of(visit.called_with)};
        fields[count++] = {"company", visit.company->text()};
        fields[count++] = {"user", visit.who->id().text()};
        if (visit.who->application) fields[count++] = {"application", visit.who->application->text()};
    }
    log_.write(level, "request", std::span{fields}.first(count));
}

void Pipeline::count_use(const Visit& visit, int status, std::size_t bytes) const {
    constexpr int kClientClosed = 499;
    const bool failed = status / 100 == 5 || visit.piece_failed;
    const bool faulty = status / 100 == 4 && status != 429 && status != kClientClosed;
    services_.use_meter.record(visit.exchange->loop, visit.budget.digest, visit.route->index,
                               {.company = *visit.company,
                                .user = visit.who->id(),
                                .application = visit.who->application,
                                .operation = visit.route->operation,
                                .calls = 1,
                                .refused = status == 429 ? 1 : 0,
                                .faulty = faulty ? 1 : 0,
                                .failed = failed ? 1 : 0,
                                .bytes = static_cast<std::int64_t>(bytes)});
}

// The headers that every response has.
void Pipeline::stamp(const Visit& visit, http::Response& response, bool admission_over) {
    std::string& lines = response.header_lines;
    lines.append("X-Request-Id: ").append(visit.exchange->request.id).append("\r\n").append(kNoSniffing);
    if (!visit.route->access.open) stamp_limits(visit, admission_over, lines);
    if (!visit.route->access.open || visit.route->private_response) lines.append(kPrivate);
    if (visit.route->deprecated) lines.append(kDeprecated);
    if (visit.route->negotiates) lines.append("Vary: Accept\r\n");
    if (response.content_type.starts_with("text/html"))
        lines.append(visit.route->scripted ? kScriptedPageSafety : kPageSafety);
}

// Only when the work is over: it may add names while the client is told that its time is up.
void Pipeline::stamp_unknown_names(const Visit& visit, http::Response& response) {
    const wire::UnknownNames& unknown = visit.unknown;
    std::string& lines = response.header_lines;
    if (unknown.handling() == wire::Handling::strict) {
        lines.append("Preference-Applied: handling=strict\r\n");
    } else if (!unknown.empty()) {
        lines.append("X-Ignored: ").append(unknown.header_value()).append("\r\n");
    }
}

}  // namespace callboard::edge
