// Step 1 of a request: which row, who calls, may they.
#pragma once

#include "edge/authentication.h"
#include "edge/caller_cache.h"
#include "edge/route_table.h"
#include "edge/services.h"
#include "edge/visit.h"
#include "telemetry/log.h"

namespace callboard::edge {

class Admission {
  public:
    Admission(const RouteTable& table, const Services& services, CallerCache& callers,
              const telemetry::Log& log)
        : table_(table), services_(services), callers_(callers), log_(log) {}

    // Resumes the exchange, at once or when the database and the ledger have answered. Visit::refused says
    // what came out.
    void begin(Visit& visit) const;

  private:
    class CallerLookup;

    void identify(Visit& visit) const;
    void decide(Visit& visit, const Authentication& caller) const;
    void close(Visit& visit) const;

    const RouteTable& table_;
    const Services& services_;
    CallerCache& callers_;
    const telemetry::Log& log_;
};

}  // namespace callboard::edge
