#include "app/webhooks.h"

#include "app/node_name.h"
#include "base/error.h"
#include "webhooks/delivery/retention.h"

namespace callboard::app {
namespace {

using namespace std::chrono_literals;

webhooks::Sender::Options sender_options(const settings::Settings& settings, const std::string& public_url) {
    webhooks::AddressRules rules{.allow_private = settings.webhook_allow_private,
                                 .inbox = std::nullopt,
                                 .ports = settings.webhook_ports};
    if (settings.sandbox) rules.inbox = public_url + "/sandbox/inbox/";
    return {.rules = std::move(rules),
            .ca_file = settings.webhook_ca_file,
            .most_connections = static_cast<std::size_t>(settings.webhook_concurrency) * 2};
}

void forget_old(Store& store, const webhooks::RetentionOptions& options, const std::stop_token& stop) {
    try {
        webhooks::forget_old(store.db(), options, stop);
    } catch (const Error& error) {
        store.log().write(telemetry::Level::warn, "webhook_log_not_shortened", {{"reason", error.detail}});
    }
}

}  // namespace

Webhooks::Webhooks(const settings::Settings& settings, Store& store, const Seal& seal,
                   const std::string& public_url)
    : settings_(settings),
      store_(store),
      seal_(seal),
      public_url_(public_url),
      meter_(store.metrics()),
      messenger_(sender_options(settings, public_url), store.clock(),
                 std::chrono::seconds{settings.webhook_timeout}) {}

Webhooks::~Webhooks() {
    stop();
}

void Webhooks::start() {
    const std::string node = node_name(settings_.data_dir);
    courier_ = std::make_unique<webhooks::Courier>(
        store_.db(), store_.clock(), store_.stopwatch(), messenger_, seal_, meter_, store_.log(),
        webhooks::CourierOptions{.public_url = public_url_,
                                 .node = node,
                                 .attempt_timeout = std::chrono::seconds{settings_.webhook_timeout},
                                 .lease_duration = std::chrono::seconds{settings_.webhook_lease},
                                 .most_in_flight = static_cast<std::size_t>(settings_.webhook_concurrency),
                                 .shares_database = settings_.database.has_value()});
    const webhooks::RetentionOptions retention{
        .node = node, .successful_callbacks = std::chrono::days{settings_.webhook_success_retention}};
    janitor_ = std::make_unique<Periodic>(
        10min, [this, retention] { forget_old(store_, retention, stop_.get_token()); });
}

void Webhooks::stop_claiming() {
    if (courier_) courier_->stop_claiming();
}

void Webhooks::stop() {
    stop_.request_stop();
    courier_.reset();
    janitor_.reset();
}

}  // namespace callboard::app
