// Counts and logs each request when it is over.
#pragma once

#include <chrono>
#include <cstddef>

#include "edge/request_context.h"
#include "edge/route_table.h"
#include "edge/services.h"
#include "telemetry/log.h"
#include "telemetry/request_meter.h"

namespace callboard::edge {

class RequestRecorder {
  public:
    RequestRecorder(const RouteTable& table, const Services& services, telemetry::Metrics& metrics,
                    std::size_t loops, const telemetry::Log& log);

    // `bytes` were sent of the response's body.
    void record(const RequestContext& context, int status, std::size_t bytes, std::chrono::nanoseconds took);

  private:
    void count_use(const RequestContext& context, int status, std::size_t bytes,
                   std::chrono::nanoseconds took) const;
    void log_request(const RequestContext& context, int status, std::size_t bytes,
                     std::chrono::nanoseconds took) const;

    const Services& services_;
    telemetry::RequestMeter meter_;
    const telemetry::Log& log_;
};

}  // namespace callboard::edge
