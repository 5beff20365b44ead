// The state that the parts of the courier share. Inbox and failure log are thread-safe; everything else is
// only accessed by the courier thread.
#pragma once

#include "base/clock.h"
#include "db/db.h"
#include "telemetry/log.h"
#include "webhooks/delivery/courier_inbox.h"
#include "webhooks/delivery/courier_meter.h"
#include "webhooks/delivery/courier_options.h"
#include "webhooks/delivery/endpoints.h"
#include "webhooks/delivery/pending_writes.h"
#include "work/failure_log.h"

namespace callboard::webhooks {

struct CourierState {
    db::Db& db;
    const Clock& clock;
    const Stopwatch& stopwatch;
    const telemetry::Log& log;
    CourierMeter& meter;
    const CourierOptions options;

    work::FailureLog failures{log, "delivery"};
    CourierInbox inbox{};
    Endpoints endpoints{options.most_in_flight};
    PendingWrites pending{stopwatch,
                          options.shares_database ? ResultBatch::for_postgres() : ResultBatch::for_sqlite()};
};

}  // namespace callboard::webhooks
