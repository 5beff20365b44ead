// The delivery thread: claims due deliveries with a lease, starts the calls and records the outcomes.
// docs/life-of-an-event.md describes it step by step.
#pragma once

#include <memory>

#include "base/clock.h"
#include "base/seal.h"
#include "db/db.h"
#include "telemetry/log.h"
#include "webhooks/delivery/courier_meter.h"
#include "webhooks/delivery/courier_options.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

class Courier {
  public:
    Courier(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, Messenger& messenger,
            const Seal& seal, CourierMeter& meter, const telemetry::Log& log, CourierOptions options);
    // Stops claiming, waits for attempts in flight (bounded by their timeout), and releases the rest.
    ~Courier();

    // Starts the shutdown without waiting for it.
    void stop_claiming();

    Courier(const Courier&) = delete;
    Courier& operator=(const Courier&) = delete;

  private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace callboard::webhooks
