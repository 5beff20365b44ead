// Request processing between session and handler, as described in docs/life-of-a-request.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/workers.h"
#include "edge/admission.h"
#include "edge/caller_cache.h"
#include "edge/open_forms.h"
#include "edge/request_context.h"
#include "edge/request_recorder.h"
#include "edge/route.h"
#include "edge/route_table.h"
#include "edge/services.h"
#include "http/body_store.h"
#include "http/exchange.h"
#include "telemetry/log.h"

namespace callboard::edge {

class Pipeline final : public http::Handler, public http::BodyStore {
  public:
    Pipeline(std::vector<Route> routes, const Services& services, CallerCache& callers, Workers& workers,
             OpenForms& open_forms, telemetry::Metrics& metrics, std::size_t loops,
             const telemetry::Log& log);

    void admit(http::Exchange& exchange) override;
    std::optional<std::size_t> admitted(const http::Exchange& exchange) const override;
    std::optional<std::size_t> body_in_memory(const http::Exchange& exchange) const override;
    void store_body(http::Exchange& exchange) override;
    bool body_was_stored(http::Exchange& exchange) override;
    void answer(http::Exchange& exchange) override;
    void build_response(http::Exchange& exchange) override;
    void pump(http::Exchange& exchange) override;
    bool pump_succeeded(http::Exchange& exchange) override;
    void sending_last_bytes(http::Exchange& exchange) override;
    void response_blocked(http::Exchange& exchange) override;
    void gone(http::Exchange& exchange) override;
    void refuse(http::Exchange& exchange, const http::Refusal& refusal) override;
    http::Response overdue(const http::Exchange& exchange) override;
    void finished(http::Exchange& exchange, int status, std::size_t bytes,
                  std::chrono::nanoseconds took) override;

  private:
    RequestContext& begin_request(http::Exchange& exchange) const;
    void simulate_fault(RequestContext& context);
    void begin_work(RequestContext& context);
    void start_work(RequestContext& context) const;
    bool start_on_thread(RequestContext& context);
    void build_fault_response(const RequestContext& context, http::Response& response) const;

    const RouteTable table_;
    const Services& services_;
    CallerCache& callers_;
    Workers& workers_;
    OpenForms& open_forms_;
    const Admission admission_;
    RequestRecorder recorder_;
    const telemetry::Log& log_;
};

}  // namespace callboard::edge
