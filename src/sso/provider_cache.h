// Discovery documents and keys of providers, fetched when they are needed and kept for an hour; what failed
// is not asked for again at once. Each company has its own entry: what one company's provider does concerns
// no other. Thread-safe; calls block while they fetch.
#pragma once

#include <chrono>
#include <expected>
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
#include "sso/provider_calls.h"

namespace callboard::sso {

class ProviderCache {
  public:
    // `exchange` and `guard` check the same addresses.
    ProviderCache(Exchange exchange, const webhooks::AddressGuard& guard, const Clock& clock);

    using FoundProvider = std::expected<Provider, std::string>;
    FoundProvider provider(const CompanyId& company, const std::string& issuer, TimeBudget& time);
    // What is known without a call, a recent failure included.
    std::optional<FoundProvider> known_provider(const CompanyId& company, const std::string& issuer);

    // If the token is of an unknown key, the keys are fetched again, once a minute at most.
    using CheckedClaims = std::expected<Claims, std::string>;
    CheckedClaims validate(const CompanyId& company, const Provider& provider, std::string_view token,
                           const ExpectedToken& expected, TimeBudget& time);

    // After a token endpoint has not answered, the reason, for as long as it is not asked again.
    void tokens_failed(const CompanyId& company, std::string reason);
    std::optional<std::string> recent_failure_of_tokens(const CompanyId& company);

  private:
    struct Failure {
        std::string reason;
        Timestamp at;
    };
    struct Entry {
        std::mutex fetching;  // held while fetching: others wait for the result
        std::mutex mutex;     // of all below
        std::string issuer;
        std::optional<Provider> provider;
        Timestamp provider_fetched;
        std::optional<Failure> provider_failure;
        std::optional<Failure> token_failure;
        std::optional<KeySet> keys;
        Timestamp keys_fetched;
        Timestamp keys_tried;
        bool keys_failed = false;
    };

    Entry& entry_of(const CompanyId& company);
    std::optional<CheckedClaims> validate_with_known_keys(Entry& entry, const Provider& provider,
                                                          std::string_view token,
                                                          const ExpectedToken& expected) const;
    std::expected<std::string, std::string> fetch(const std::string& url, TimeBudget& time) const;
    bool may_fetch_keys(const Entry& entry) const;
    bool is_over(Timestamp since, std::chrono::milliseconds period) const;

    const Exchange exchange_;
    const webhooks::AddressGuard& guard_;
    const Clock& clock_;
    std::mutex mutex_;                                     // of the map
    std::map<CompanyId, std::unique_ptr<Entry>> entries_;  // never removed: as many as companies with sign-on
};

}  // namespace callboard::sso
