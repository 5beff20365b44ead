// Caches access tokens from subscribers' token endpoints: concurrent requests share one fetch, and a token is
// used for nine tenths of its lifetime. Used on the sender's thread only.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/secret.h"
#include "webhooks/outgoing/callback_auth.h"
#include "webhooks/outgoing/sender.h"

namespace callboard::webhooks {

class TokenCache {
  public:
    TokenCache(Sender& sender, const Clock& clock, std::chrono::milliseconds time_limit)
        : sender_(sender), clock_(clock), time_limit_(time_limit) {}

    struct Answer {
        std::optional<Secret> token;
        OutgoingResult failed_result;  // if there is no token
    };
    using Use = std::move_only_function<void(const Answer&)>;

    void use(const SubscriptionId& subscription, const OAuthAuth& auth, Use use);

    // Invalidates a token that the subscriber rejected.
    void refuse(const SubscriptionId& subscription, const OAuthAuth& auth, const Secret& token);

  private:
    struct Entry {
        std::optional<Secret> token;
        Timestamp renew_at;
        bool fetching = false;
        std::vector<Use> waiting;
    };

    using Key = std::pair<SubscriptionId, Sha256>;  // with a hash of its credentials

    void fetch(const Key& key, const OAuthAuth& auth);
    void fetched(const Key& key, OutgoingResult result);
    void forget_expired();

    Sender& sender_;
    const Clock& clock_;
    const std::chrono::milliseconds time_limit_;
    std::map<Key, Entry> entries_;
};

}  // namespace callboard::webhooks
