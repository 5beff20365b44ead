// A server as far as webhooks are concerned: a courier with its own connections to a test database. An
// attempt does not time out, because the retry would wait for a clock that stands still: on a busy machine,
// threads of a test may stand still for seconds.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/receiver.h"
#include "support/seal.h"
#include "webhooks/delivery/courier.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard::test {

inline const webhooks::AddressRules kLoopbackAllowed{
    .allow_private = true, .inbox = std::nullopt, .ports = {}};

class DeliveringServer {
  public:
    DeliveringServer(TestDatabase& database, const Receiver& receiver, std::string node,
                     std::chrono::milliseconds poll_interval = std::chrono::milliseconds{50})
        : db_(database.open_again()),
          messenger_({.rules = kLoopbackAllowed, .ca_file = receiver.ca_file()}, database.clock,
                     kLongestWait),
          courier_(*db_, database.clock, stopwatch_, messenger_, test_seal(), meter_, log_,
                   {.public_url = "https://callboard.example.com",
                    .node = std::move(node),
                    .poll_interval = poll_interval,
                    .shares_database = database.postgres != nullptr}) {}

    db::Db& operator*() { return *db_; }
    db::Db* operator->() { return db_.get(); }

  private:
    const std::unique_ptr<db::Db> db_;
    const SystemStopwatch stopwatch_;
    const telemetry::Log log_{telemetry::Level::off, telemetry::LogFormat::text};
    telemetry::Metrics metrics_;
    webhooks::CourierMeter meter_{metrics_};
    webhooks::Messenger messenger_;
    webhooks::Courier courier_;
};

// An active subscription.
inline SubscriptionId given_subscription(db::Db& db, const accounts::Actor& admin, const CompanyId& company,
                                         const std::string& url, const std::vector<std::string>& events) {
    return db.write(company, [&](db::Tx& tx) {
        const auto made = webhooks::create(
            tx, admin, {.callback_url = url, .events = events, .alerting_email = {}, .auth = {}},
            webhooks::AddressGuard{kLoopbackAllowed}, test_seal());
        webhooks::activate(tx, admin, made);
        return made.id;
    });
}

}  // namespace callboard::test
