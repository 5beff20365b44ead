#include "edge/request_recorder.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "base/names.h"
#include "edge/tail_line.h"
#include "telemetry/tail_socket.h"

namespace callboard::edge {

RequestRecorder::RequestRecorder(const RouteTable& table, const Services& services,
                                 telemetry::Metrics& metrics, std::size_t loops, const telemetry::Log& log)
    : services_(services), meter_(metrics, table.operations(), loops), log_(log) {}

void RequestRecorder::record(const RequestContext& context, int status, std::size_t bytes,
                             std::chrono::nanoseconds took) {
    const std::size_t loop = context.exchange->loop;
    services_.throttle_meter.record(context.permit, loop);
    meter_.record(loop, context.route->index, status, took);
    if (context.who) count_use(context, status, bytes, took);
    log_request(context, status, bytes, took);
    if (services_.tail && services_.tail->has_listeners())
        services_.tail->send(tail_line(context, status, took));
}

void RequestRecorder::count_use(const RequestContext& context, int status, std::size_t bytes,
                                std::chrono::nanoseconds took) const {
    constexpr int kClientClosed = 499;
    const bool failed = status / 100 == 5 || context.piece_failed;
    const bool refused = status == 429;
    const bool faulty = status / 100 == 4 && !refused && status != kClientClosed;
    Use use{.company = *context.company,
            .user = context.who->id(),
            .application = context.who->application,
            .credential = context.who->credential,
            .operation = context.route->operation,
            .calls = 1,
            .refused = refused ? 1 : 0,
            .faulty = faulty ? 1 : 0,
            .failed = failed ? 1 : 0,
            .bytes = static_cast<std::int64_t>(bytes)};
    // Live responses end when the client wants it.
    if (!refused && !context.route->is_live) use.latency.observe(took);
    services_.use_meter.record(context.exchange->loop, context.budget.digest, context.route->index, use);
}

// Ids, never names or addresses of people.
void RequestRecorder::log_request(const RequestContext& context, int status, std::size_t bytes,
                                  std::chrono::nanoseconds took) const {
    const auto level = context.route->quiet ? telemetry::Level::debug : telemetry::Level::info;
    if (!log_.wants(level)) return;
    const http::Request& request = context.exchange->request;
    const std::string client = request.client.text();
    std::array<telemetry::LogField, 12> fields{{
        {"request", request.id},
        {"method", request.is_head ? "HEAD" : name_of(request.method)},
        {"route", context.route->is_missing() ? context.route->operation : context.route->path},
        {"status", std::int64_t{status}},
        {"bytes", static_cast<std::int64_t>(bytes)},
        {"us", std::chrono::duration_cast<std::chrono::microseconds>(took).count()},
        {"client", client},
    }};
    std::size_t count = 7;
    if (context.who) {
        fields[count++] = {"credential", name_of(context.called_with)};
        fields[count++] = {"company", context.company->text()};
        fields[count++] = {"user", context.who->id().text()};
        if (const auto application = application_of(context); !application.empty())
            fields[count++] = {"application", application};
    }
    if (context.trace) fields[count++] = {"trace_id", context.trace->id()};
    log_.write(level, "request", std::span{fields}.first(count));
}

}  // namespace callboard::edge
