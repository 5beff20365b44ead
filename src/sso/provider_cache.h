// Discovery documents and keys of providers, fetched when they are needed and kept for an hour. Each company
// has its own entry: what one company's provider does concerns no other. Thread-safe; calls block while they
// fetch.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/id.h"
#include "sso/id_token.h"
#include "sso/key_set.h"
#include "sso/provider.h"
#include "webhooks/outgoing/sender.h"

namespace callboard::sso {

// Sends a request and waits for its result.
using Exchange = std::function<webhooks::OutgoingResult(webhooks::OutgoingRequest)>;

inline constexpr std::chrono::seconds kProviderTimeLimit{10};  // for each request

// The body of a response with status 200; else the reason as a message.
std::expected<std::string, std::string> body_of(webhooks::OutgoingResult result);

class ProviderCache {
  public:
    // `exchange` and `guard` check the same addresses.
    ProviderCache(Exchange exchange, const webhooks::AddressGuard& guard, const Clock& clock);

    std::expected<Provider, std::string> provider(const CompanyId& company, const std::string& issuer);

    // If the token is of an unknown key, the keys are fetched again, once a minute at most.
    std::expected<Claims, std::string> validate(const CompanyId& company, const Provider& provider,
                                                std::string_view token, const ExpectedToken& expected);

  private:
    struct Entry {
        std::mutex mutex;  // held while fetching: others wait for the result
        std::string issuer;
        std::optional<Provider> provider;
        Timestamp provider_fetched;
        std::string failure;  // of the last attempt; empty: none
        Timestamp failed;
        std::optional<KeySet> keys;
        Timestamp keys_fetched;
        Timestamp keys_tried;
        bool keys_failed = false;
    };

    Entry& entry_of(const CompanyId& company);
    std::expected<std::string, std::string> fetch(const std::string& url) const;
    bool may_fetch_keys(const Entry& entry) const;
    std::optional<std::string> fetch_keys(Entry& entry, const Provider& provider) const;  // why it failed
    bool is_over(Timestamp since, std::chrono::milliseconds period) const;

    const Exchange exchange_;
    const webhooks::AddressGuard& guard_;
    const Clock& clock_;
    std::mutex mutex_;                                     // of the map
    std::map<CompanyId, std::unique_ptr<Entry>> entries_;  // never removed: as many as companies with sign-on
};

}  // namespace callboard::sso
