// Mails alerts to the alerting addresses, and retries if the mail server rejects one. Several servers can run
// it: a lease ensures that each alert is mailed by one of them.
#pragma once

#include <string>

#include "base/clock.h"
#include "base/secret.h"
#include "db/db.h"
#include "subscriptions/alert_store.h"
#include "telemetry/log.h"

namespace callboard::webhooks {

class AlertMailer {
  public:
    AlertMailer(db::Db& db, const Clock& clock, const telemetry::Log& log, const Secret& server,
                std::string from)
        : db_(db), clock_(clock), log_(log), server_(server), from_(std::move(from)) {}

    // Sends all alerts that are due; blocks on the mail server.
    void run();

  private:
    bool take(const subscriptions::AlertMail& due);
    void mail(const subscriptions::AlertMail& due);

    db::Db& db_;
    const Clock& clock_;
    const telemetry::Log& log_;
    const Secret server_;
    const std::string from_;
};

}  // namespace callboard::webhooks
