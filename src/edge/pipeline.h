// The life of a request between the socket and the handler. docs/life-of-a-request.md tells it in words.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/workers.h"
#include "edge/caller_cache.h"
#include "edge/error_response.h"
#include "edge/path_suggestions.h"
#include "edge/route.h"
#include "edge/router.h"
#include "edge/services.h"
#include "edge/visit.h"
#include "http/exchange.h"
#include "telemetry/log.h"
#include "telemetry/request_meter.h"

namespace callboard::edge {

// The policies of each row, by its index, and of the two that a pipeline adds for requests without one.
std::vector<std::vector<throttle::Policy>> policies_of(const std::vector<Route>& routes);

class Pipeline final : public http::Handler {
  public:
    Pipeline(std::vector<Route> routes, const Services& services, CallerCache& callers, Workers& workers,
             telemetry::Metrics& metrics, std::size_t loops, const telemetry::Log& log);

    void admit(http::Exchange& exchange) override;
    std::optional<std::size_t> admitted(const http::Exchange& exchange) const override;
    void answer(http::Exchange& exchange) override;
    void conclude(http::Exchange& exchange) override;
    void pump(http::Exchange& exchange) override;
    bool pumped(http::Exchange& exchange) override;
    void leaving(http::Exchange& exchange) override;
    void held_up(http::Exchange& exchange) override;
    void gone(http::Exchange& exchange) override;
    void refuse(http::Exchange& exchange, const http::Refusal& refusal) override;
    http::Response overdue(const http::Exchange& exchange) override;
    void finished(http::Exchange& exchange, int status, std::size_t bytes,
                  std::chrono::nanoseconds took) override;

  private:
    class CallerLookup;

    Visit& begin_visit(http::Exchange& exchange) const;
    void find_route(Visit& visit) const;
    void identify(Visit& visit) const;
    void decide(Visit& visit, const Authentication& caller) const;
    void close_admission(Visit& visit) const;
    bool turned_away(Visit& visit) const;
    std::optional<std::chrono::seconds> wait_of_address(const Visit& visit) const;
    void turn_away_at_missing_route(Visit& visit) const;
    std::string nothing_at(const http::Request& request) const;
    void suffer(Visit& visit);
    void conclude_fault(const Visit& visit, http::Response& response) const;
    void begin_work(Visit& visit);
    void start_work(Visit& visit) const;
    void count_use(const Visit& visit, int status, std::size_t bytes) const;
    void log_request(const Visit& visit, int status, std::size_t bytes, std::chrono::nanoseconds took) const;
    static bool is_missing(const Route& route);
    static ErrorTarget target(const Visit& visit, http::Response& response);
    static void charge(Visit& visit, std::size_t bytes);
    static void stamp(const Visit& visit, http::Response& response, bool admission_over = true);
    static void stamp_unknown_names(const Visit& visit, http::Response& response);

    const Route nowhere_;  // the rows of paths, and of methods, that have none: they are authenticated and
    const Route wrong_method_;  // throttled like any other, and then refused
    const std::vector<Route> routes_;
    const Router router_;
    const PathSuggestions suggestions_;
    const Services& services_;
    CallerCache& callers_;
    Workers& workers_;
    telemetry::RequestMeter meter_;
    const telemetry::Log& log_;
};

}  // namespace callboard::edge
