#include "sso/provider_cache.h"

#include <utility>

namespace callboard::sso {
namespace {

using namespace std::chrono_literals;

constexpr auto kLife = 1h;
constexpr auto kFailurePause = 10s;  // a provider that does not answer holds up one request of this time
constexpr auto kKeysPause = 1min;

void forget_unless_of(auto& entry, const std::string& issuer) {
    if (entry.issuer == issuer) return;
    entry.issuer = issuer;
    entry.provider.reset();
    entry.provider_failure.reset();
    entry.token_failure.reset();
    entry.keys.reset();
    entry.keys_tried = {};
    entry.keys_failed = false;
}

}  // namespace

ProviderCache::ProviderCache(Exchange exchange, const webhooks::AddressGuard& guard, const Clock& clock)
    : exchange_(std::move(exchange)), guard_(guard), clock_(clock) {}

ProviderCache::FoundProvider ProviderCache::provider(const CompanyId& company, const std::string& issuer,
                                                     TimeBudget& time) {
    Entry& entry = entry_of(company);
    const std::lock_guard fetching{entry.fetching};
    if (auto known = known_provider(company, issuer)) return std::move(*known);
    const auto document = fetch(discovery_url(issuer), time);
    auto found = document ? read_provider(*document, issuer, guard_)
                          : std::unexpected{"the discovery document: " + document.error()};
    const std::lock_guard lock{entry.mutex};
    forget_unless_of(entry, issuer);
    entry.provider.reset();
    entry.provider_failure.reset();
    if (found) {
        entry.provider = *found;
        entry.provider_fetched = clock_.now();
    } else {
        entry.provider_failure = Failure{.reason = found.error(), .at = clock_.now()};
    }
    return found;
}

std::optional<ProviderCache::FoundProvider> ProviderCache::known_provider(const CompanyId& company,
                                                                          const std::string& issuer) {
    Entry& entry = entry_of(company);
    const std::lock_guard lock{entry.mutex};
    forget_unless_of(entry, issuer);
    if (entry.provider && !is_over(entry.provider_fetched, kLife)) return *entry.provider;
    if (entry.provider_failure && !is_over(entry.provider_failure->at, kFailurePause))
        return std::unexpected{entry.provider_failure->reason};
    return std::nullopt;
}

ProviderCache::CheckedClaims ProviderCache::validate(const CompanyId& company, const Provider& provider,
                                                     std::string_view token, const ExpectedToken& expected,
                                                     TimeBudget& time) {
    Entry& entry = entry_of(company);
    if (auto checked = validate_with_known_keys(entry, provider, token, expected)) return std::move(*checked);
    const std::lock_guard fetching{entry.fetching};
    // Another request may have fetched them meanwhile.
    if (auto checked = validate_with_known_keys(entry, provider, token, expected)) return std::move(*checked);
    const auto body = fetch(provider.jwks_uri, time);
    auto keys = body ? KeySet::parse(*body) : std::nullopt;
    {
        const std::lock_guard lock{entry.mutex};
        forget_unless_of(entry, provider.issuer);
        entry.keys_tried = clock_.now();
        entry.keys_failed = !keys;
        if (!keys)
            return std::unexpected{"the keys of the provider: " +
                                   (body ? "they are not a JWK set" : body.error())};
        entry.keys = std::move(keys);
        entry.keys_fetched = entry.keys_tried;
    }
    if (auto checked = validate_with_known_keys(entry, provider, token, expected)) return std::move(*checked);
    return std::unexpected{std::string{"the provider of the company was changed meanwhile"}};
}

void ProviderCache::tokens_failed(const CompanyId& company, std::string reason) {
    Entry& entry = entry_of(company);
    const std::lock_guard lock{entry.mutex};
    entry.token_failure = Failure{.reason = std::move(reason), .at = clock_.now()};
}

std::optional<std::string> ProviderCache::recent_failure_of_tokens(const CompanyId& company) {
    Entry& entry = entry_of(company);
    const std::lock_guard lock{entry.mutex};
    if (!entry.token_failure || is_over(entry.token_failure->at, kFailurePause)) return std::nullopt;
    return entry.token_failure->reason;
}

ProviderCache::Entry& ProviderCache::entry_of(const CompanyId& company) {
    const std::lock_guard lock{mutex_};
    auto& entry = entries_[company];
    if (!entry) entry = std::make_unique<Entry>();
    return *entry;
}

// Nothing if the keys must be fetched first.
std::optional<ProviderCache::CheckedClaims> ProviderCache::validate_with_known_keys(
    Entry& entry, const Provider& provider, std::string_view token, const ExpectedToken& expected) const {
    const std::lock_guard lock{entry.mutex};
    forget_unless_of(entry, provider.issuer);
    if (entry.keys && is_over(entry.keys_fetched, kLife)) entry.keys.reset();
    if (!entry.keys) {
        if (may_fetch_keys(entry)) return std::nullopt;
        return std::unexpected{std::string{"the keys of the provider: they could not be read"}};
    }
    auto claims = validate_id_token(token, *entry.keys, expected);
    if (claims) return std::move(*claims);
    if (claims.error().key_unknown && may_fetch_keys(entry)) return std::nullopt;
    return std::unexpected{"the ID token: " + claims.error().reason};
}

std::expected<std::string, std::string> ProviderCache::fetch(const std::string& url, TimeBudget& time) const {
    return body_of(call_provider(exchange_,
                                 {.method = webhooks::OutgoingMethod::get,
                                  .url = url,
                                  .headers = {{"User-Agent", "callboard"}, {"Accept", "application/json"}},
                                  .body = {}},
                                 time));
}

bool ProviderCache::may_fetch_keys(const Entry& entry) const {
    const std::chrono::milliseconds pause = entry.keys_failed ? kFailurePause : kKeysPause;
    return entry.keys_tried == Timestamp{} || is_over(entry.keys_tried, pause);
}

// Also after the clock was set back.
bool ProviderCache::is_over(Timestamp since, std::chrono::milliseconds period) const {
    const Timestamp now = clock_.now();
    return now < since || now - since >= period;
}

}  // namespace callboard::sso
