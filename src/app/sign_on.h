// Single sign-on, configured by the settings: providers are called like subscribers, by the same rules.
#pragma once

#include "app/store.h"
#include "settings/settings.h"
#include "sso/sign_on.h"
#include "webhooks/outgoing/sender.h"

namespace callboard::app {

class SignOn {
  public:
    SignOn(const settings::Settings& settings, Store& store);

    SignOn(const SignOn&) = delete;
    SignOn& operator=(const SignOn&) = delete;

    sso::SignOn& flow() { return flow_; }

    // Calls to providers fail at once from now on, also those in flight.
    void stop() { sender_.stop(); }

  private:
    webhooks::Sender sender_;
    sso::SignOn flow_;
};

}  // namespace callboard::app
