// Delivery of webhooks, configured by the settings.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

#include "app/store.h"
#include "base/periodic.h"
#include "base/seal.h"
#include "settings/settings.h"
#include "webhooks/delivery/courier.h"
#include "webhooks/delivery/courier_meter.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::app {

class Webhooks {
  public:
    Webhooks(const settings::Settings& settings, Store& store, const Seal& seal,
             const std::string& public_url);
    ~Webhooks();

    Webhooks(const Webhooks&) = delete;
    Webhooks& operator=(const Webhooks&) = delete;

    webhooks::Messenger& messenger() { return messenger_; }

    // Starts the delivery. stop() waits for calls in flight.
    void start();
    void stop_claiming();  // begins to stop, without waiting
    void stop();

  private:
    const settings::Settings settings_;
    Store& store_;
    const Seal& seal_;
    const std::string public_url_;
    webhooks::CourierMeter meter_;
    webhooks::Messenger messenger_;
    std::unique_ptr<webhooks::Courier> courier_;
    std::stop_source stop_;
    std::unique_ptr<Periodic> janitor_;
};

}  // namespace callboard::app
