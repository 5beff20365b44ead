// Routes of event streams.
#include "api/routes.h"

#include "api/events/stream.h"
#include "edge/documented_errors.h"

namespace callboard::api {

std::vector<edge::Route> events_routes() {
    using edge::any_of;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    // clang-format off
    //                          method path              operation       summary                          who may call                                                throttled by    ok   its own errors  media type           handler
    table.push_back(edge::live({get,   "/events/stream", "streamEvents", "Receive events as they happen", any_of({jobs_read, candidates_read, candidates_offers_read}), {customer_api}, 200, {}},           "text/event-stream", stream_events));
    // clang-format on
    return table;
}

}  // namespace callboard::api
