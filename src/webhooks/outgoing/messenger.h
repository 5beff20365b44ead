// Brings one notification to a subscriber: signed, and with the authentication that it asked for.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/secret.h"
#include "webhooks/outgoing/callback_auth.h"
#include "webhooks/outgoing/sender.h"

namespace callboard::webhooks {

// What must be known of a subscription to call it.
struct Target {
    SubscriptionId subscription;
    CompanyId company;
    std::int64_t version = 0;  // of the subscription, when this was read
    std::string url;
    CallbackAuth auth;
    struct Key {
        Secret secret;
        std::optional<Timestamp> expires_at;
    };
    std::vector<Key> keys;  // newest first
};

// An event as it is told.
struct Notification {
    EventId event;
    std::string name;
    std::string payload;
    std::string link;  // absolute; empty: none
};

// What was sent and what came back.
struct Transcript {
    Timestamp sent_at;
    HeaderList headers;  // what authenticates is masked
    OutgoingResult result;

    bool acknowledged() const;
    std::optional<std::string> failure() const;  // for people; nothing when it was acknowledged
    bool never_answered() const;                 // it could not be reached, or took too long
};

class Messenger {
  public:
    Messenger(const Sender::Options& options, const Clock& clock, std::chrono::milliseconds time_limit);
    ~Messenger();  // what is in flight ends at once

    Messenger(const Messenger&) = delete;
    Messenger& operator=(const Messenger&) = delete;

    // Called once, on the sender's thread; it must not wait.
    using Done = std::move_only_function<void(Transcript)>;
    void notify(std::shared_ptr<const Target> target, Notification notification, Done done);

    // The same, waited for.
    Transcript notify_now(std::shared_ptr<const Target> target, Notification notification);

    // The activation handshake. Nothing when the secret came back as it should; otherwise why not, for
    // people.
    std::optional<std::string> shake_hands(std::shared_ptr<const Target> target, const std::string& secret);

    const AddressGuard& guard() const;

  private:
    class Desk;
    std::unique_ptr<Desk> desk_;  // used on the sender's thread only, which ends first
    Sender sender_;
};

}  // namespace callboard::webhooks
