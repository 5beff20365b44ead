// Sending of mails, configured by the settings.
#pragma once

#include <memory>

#include "app/store.h"
#include "base/seal.h"
#include "mail/mailer.h"
#include "settings/settings.h"

namespace callboard::app {

class Mails {
  public:
    Mails(const settings::Settings& settings, Store& store, const Seal& seal);

    // Without a mail server, mails wait for one.
    void start();
    void stop_claiming();
    void stop();  // waits for mails that are being sent

  private:
    const settings::Settings settings_;
    Store& store_;
    const Seal& seal_;
    std::unique_ptr<mail::Mailer> mailer_;
};

}  // namespace callboard::app
