#include "webhooks/delivery/courier_meter.h"

namespace callboard::webhooks {

CourierMeter::CourierMeter(telemetry::Metrics& metrics)
    : attempts_(metrics, "callboard_webhook_deliveries_total", "Attempts to deliver by lane and outcome.",
                {"lane", {"fresh", "retry", "replay"}}, {"outcome", {"delivered", "failed", "given_up"}}),
      duration_(
          metrics.histogram("callboard_webhook_attempt_seconds", "How long subscribers took to answer.")),
      polls_(metrics.counter("callboard_webhook_queue_reads_total",
                             "How often the queue was read for deliveries that are due.")) {
    metrics.gauge("callboard_webhook_oldest_due_seconds", "Age of the oldest delivery that is due.",
                  [this] { return static_cast<double>(oldest_due_ms_) / 1000; });
    metrics.gauge("callboard_webhook_in_flight", "Notifications on their way.",
                  [this] { return static_cast<double>(in_flight_); });
    metrics.gauge("callboard_webhook_open_breakers", "Subscribers that do not answer, and are only probed.",
                  [this] { return static_cast<double>(open_breakers_); });
}

void CourierMeter::attempted(Lane lane, Outcome outcome, std::chrono::milliseconds took) {
    attempts_.add(static_cast<std::size_t>(lane), static_cast<std::size_t>(outcome));
    duration_.observe(static_cast<double>(took.count()) / 1000);
}

}  // namespace callboard::webhooks
