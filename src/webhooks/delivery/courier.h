// The loop that ties it together: takes due deliveries under a lease, lets them be sent, records what came of
// it. docs/life-of-an-event.md tells it in words.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/seal.h"
#include "db/db.h"
#include "telemetry/log.h"
#include "webhooks/delivery/courier_meter.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

struct CourierOptions {
    std::string public_url;                       // of links
    std::string node;                             // tells this server's leases from those of others
    std::chrono::milliseconds time_limit{5'000};  // of an attempt
    std::chrono::milliseconds lease{30'000};
    std::size_t most_in_flight = 512;
    std::chrono::milliseconds look_every{250};  // for what nobody told of: retries, other servers, commands
};

class Courier {
  public:
    Courier(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, Messenger& messenger,
            const Seal& seal, CourierMeter& meter, const telemetry::Log& log, CourierOptions options);
    // Takes nothing more, waits for what is in flight as long as an attempt may take, and gives the rest
    // back.
    ~Courier();

    // Begins to end, without waiting for it.
    void stop_taking();

    Courier(const Courier&) = delete;
    Courier& operator=(const Courier&) = delete;

  private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace callboard::webhooks
