// Request processing between session and handler, as described in docs/life-of-a-request.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/workers.h"
#include "edge/admission.h"
#include "edge/caller_cache.h"
#include "edge/request_recorder.h"
#include "edge/route.h"
#include "edge/route_table.h"
#include "edge/services.h"
#include "edge/visit.h"
#include "http/exchange.h"
#include "telemetry/log.h"

namespace callboard::edge {

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
    Visit& begin_visit(http::Exchange& exchange) const;
    void suffer(Visit& visit);
    void begin_work(Visit& visit);
    void start_work(Visit& visit) const;
    void conclude_fault(const Visit& visit, http::Response& response) const;

    const RouteTable table_;
    const Services& services_;
    CallerCache& callers_;
    Workers& workers_;
    const Admission admission_;
    RequestRecorder recorder_;
    const telemetry::Log& log_;
};

}  // namespace callboard::edge
