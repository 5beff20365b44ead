// All rate and concurrency limits of a server, from its settings.
#pragma once

#include <memory>

#include "app/store.h"
#include "base/periodic.h"
#include "edge/address_limits.h"
#include "edge/throttle_meter.h"
#include "settings/settings.h"
#include "throttle/load_guard.h"
#include "throttle/local_ledger.h"
#include "throttle/rule_book.h"
#include "throttle/shared_ledger.h"

namespace callboard::app {

class Throttle {
  public:
    Throttle(const settings::Settings& settings, throttle::Rules::Operations operations, Store& store,
             std::size_t loops);

    // The limits of these settings, from now on. Callers that are cached keep theirs: clear the cache
    // afterwards.
    void reload(const settings::Settings& settings);

    edge::AddressLimits& addresses() { return addresses_; }
    throttle::Ledger& ledger() {
        if (shared_) return *shared_;
        return local_;
    }
    throttle::RuleBook& rules() { return rules_; }
    throttle::LoadGuard& guard() { return guard_; }
    edge::ThrottleMeter& meter() { return meter_; }

    // Stops waiting for Redis.
    void finish() {
        if (shared_) shared_->finish();
    }

  private:
    throttle::LocalLedger local_;
    throttle::RuleBook rules_;
    std::unique_ptr<throttle::SharedLedger> shared_;  // null: local counting only
    edge::ThrottleMeter meter_;
    edge::AddressLimits addresses_;
    throttle::LoadGuard guard_;
    Periodic janitor_;
};

}  // namespace callboard::app
