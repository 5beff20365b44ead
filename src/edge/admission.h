// Step 1 of a request: routing, authentication, authorization and throttling.
#pragma once

#include "edge/authentication.h"
#include "edge/caller_cache.h"
#include "edge/open_forms.h"
#include "edge/request_context.h"
#include "edge/route_table.h"
#include "edge/services.h"
#include "telemetry/log.h"

namespace callboard::edge {

class Admission {
  public:
    Admission(const RouteTable& table, const Services& services, CallerCache& callers, OpenForms& open_forms,
              const telemetry::Log& log)
        : table_(table), services_(services), callers_(callers), open_forms_(open_forms), log_(log) {}

    // Resumes the exchange, immediately or when the database and the ledger have responded; the result is in
    // RequestContext::refused.
    void begin(RequestContext& context) const;

  private:
    class CallerLookup;

    void identify(RequestContext& context) const;
    void decide(RequestContext& context, const Authentication& caller) const;
    void close(RequestContext& context) const;

    const RouteTable& table_;
    const Services& services_;
    CallerCache& callers_;
    OpenForms& open_forms_;
    const telemetry::Log& log_;
};

}  // namespace callboard::edge
