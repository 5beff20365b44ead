// Mails alerts to those whom they concern, and tries again when the mail server does not take one. Several
// servers may do so at once: each alert is mailed by one of them.
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

    // Sends what is due; waits for the mail server.
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
