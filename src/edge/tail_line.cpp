#include "edge/tail_line.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/clock.h"
#include "base/names.h"
#include "edge/route.h"
#include "wire/json_writer.h"

namespace callboard::edge {
namespace {

std::string_view name_of(throttle::Reason reason) {
    switch (reason) {
        case throttle::Reason::rate: return "rate";
        case throttle::Reason::concurrency: return "concurrency";
        case throttle::Reason::size: return "size";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

void write_limits(wire::JsonWriter& json, const throttle::Permit& permit) {
    if (permit.rate) {
        json.member("rate_limit", std::int64_t{permit.rate->limit});
        json.member("rate_remaining", std::int64_t{permit.rate->remaining});
    }
    if (permit.concurrency) {
        json.member("concurrency_limit", std::int64_t{permit.concurrency->limit});
        json.member("concurrency_remaining", std::int64_t{permit.concurrency->remaining});
    }
    if (permit.refused) {
        json.member("refused_by", callboard::name_of(permit.refused->policy));
        json.member("reason", name_of(permit.refused->reason));
    }
}

}  // namespace

std::string tail_line(const RequestContext& context, int status, std::chrono::nanoseconds took) {
    const http::Request& request = context.exchange->request;
    std::string line;
    line.reserve(512);
    wire::JsonWriter json{line};
    json.open_object();
    json.member("time", to_iso(SystemClock{}.now()));
    json.member("status", std::int64_t{status});
    json.key("ms");
    json.number(
        std::chrono::duration<double, std::milli>(std::chrono::duration_cast<std::chrono::microseconds>(took))
            .count());
    json.member("method", request.is_head ? "HEAD" : http::name_of(request.method));
    json.member("operation", context.route->operation);
    if (context.who) {
        json.member("company", context.company->text());
        json.member("user", context.who->id().text());
        if (const auto application = application_of(context); !application.empty())
            json.member("application", application);
    }
    write_limits(json, context.permit);
    // Limits of addresses are not in the permit.
    if (status == 429 && !context.who) json.member("refused_by", "address");
    json.member("request", request.id);
    if (context.trace) json.member("trace", context.trace->id());
    json.close_object();
    return line;
}

}  // namespace callboard::edge
