// Sends one notification to a subscriber, signed and with its configured authentication.
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

// The data of a subscription that is needed to call it.
struct Target {
    SubscriptionId subscription;
    CompanyId company;
    std::int64_t version = 0;  // of the subscription, when it was read
    std::string url;
    CallbackAuth auth;
    struct Key {
        Secret secret;
        std::optional<Timestamp> expires_at;
    };
    std::vector<Key> keys;  // newest first
};

// The contents of a notification.
struct Notification {
    EventId event;
    std::string name;
    std::string payload;
    std::string link;   // absolute; empty: none
    std::string trace;  // of the request that caused the event (base/trace_context.h); empty: none
};

// The request and the response, for the callback log.
struct Transcript {
    Timestamp sent_at;
    HeaderList headers;     // credentials are masked
    OutgoingResult result;  // also here, if the receiver repeats them

    bool acknowledged() const;
    std::optional<std::string> failure() const;  // a message; nothing if it was acknowledged
    bool never_answered() const;                 // not reachable, or timed out
};

class Messenger {
  public:
    Messenger(const Sender::Options& options, const Clock& clock, std::chrono::milliseconds time_limit);
    ~Messenger();  // aborts calls in flight

    Messenger(const Messenger&) = delete;
    Messenger& operator=(const Messenger&) = delete;

    // Called once, on the sender's thread; must not block.
    using Done = std::move_only_function<void(Transcript)>;
    void notify(std::shared_ptr<const Target> target, Notification notification, Done done);

    // The same, blocking.
    Transcript notify_now(std::shared_ptr<const Target> target, Notification notification);

    // The activation handshake. Returns nothing if the receiver returned the secret, else the reason as a
    // message.
    std::optional<std::string> handshake(std::shared_ptr<const Target> target, const std::string& secret);

    const AddressGuard& guard() const;

  private:
    class AuthorizedSender;
    std::unique_ptr<AuthorizedSender>
        authorized_sender_;  // used on the sender's thread only, which ends first
    Sender sender_;
};

}  // namespace callboard::webhooks
