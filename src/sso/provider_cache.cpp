#include "sso/provider_cache.h"

#include <utility>

namespace callboard::sso {
namespace {

using namespace std::chrono_literals;

constexpr auto kLife = 1h;
constexpr auto kFailurePause = 10s;  // a provider that does not answer holds up one request of this time
constexpr auto kKeysPause = 1min;
constexpr int kOk = 200;

void forget(auto& entry, const std::string& issuer) {
    entry.issuer = issuer;
    entry.provider.reset();
    entry.failure.clear();
    entry.keys.reset();
    entry.keys_tried = {};
    entry.keys_failed = false;
}

}  // namespace

std::expected<std::string, std::string> body_of(webhooks::OutgoingResult result) {
    if (result.failure != webhooks::CallFailure::none) return std::unexpected{std::move(result.reason)};
    if (result.status != kOk) return std::unexpected{"it answered " + std::to_string(result.status)};
    return std::move(result.body);
}

ProviderCache::ProviderCache(Exchange exchange, const webhooks::AddressGuard& guard, const Clock& clock)
    : exchange_(std::move(exchange)), guard_(guard), clock_(clock) {}

std::expected<Provider, std::string> ProviderCache::provider(const CompanyId& company,
                                                             const std::string& issuer) {
    Entry& entry = entry_of(company);
    const std::lock_guard lock{entry.mutex};
    if (entry.issuer != issuer) forget(entry, issuer);
    if (entry.provider && !is_over(entry.provider_fetched, kLife)) return *entry.provider;
    if (!entry.failure.empty() && !is_over(entry.failed, kFailurePause))
        return std::unexpected{entry.failure};

    const std::string url = discovery_url(issuer);
    auto document = fetch(url);
    auto found = document ? read_provider(*document, issuer, guard_)
                          : std::unexpected{"the discovery document: " + document.error()};
    entry.provider.reset();
    entry.failure.clear();
    if (found) {
        entry.provider = *found;
        entry.provider_fetched = clock_.now();
    } else {
        entry.failure = found.error();
        entry.failed = clock_.now();
    }
    return found;
}

std::expected<Claims, std::string> ProviderCache::validate(const CompanyId& company, const Provider& provider,
                                                           std::string_view token,
                                                           const ExpectedToken& expected) {
    Entry& entry = entry_of(company);
    const std::lock_guard lock{entry.mutex};
    if (entry.issuer != provider.issuer) forget(entry, provider.issuer);
    if (!entry.keys || is_over(entry.keys_fetched, kLife)) {
        entry.keys.reset();
        if (!may_fetch_keys(entry))
            return std::unexpected{"the keys of the provider: they could not be read"};
        if (auto why = fetch_keys(entry, provider)) return std::unexpected{std::move(*why)};
    }
    auto claims = validate_id_token(token, *entry.keys, expected);
    if (!claims && claims.error().key_unknown && may_fetch_keys(entry)) {
        if (auto why = fetch_keys(entry, provider)) return std::unexpected{std::move(*why)};
        claims = validate_id_token(token, *entry.keys, expected);
    }
    if (!claims) return std::unexpected{"the ID token: " + claims.error().reason};
    return std::move(*claims);
}

ProviderCache::Entry& ProviderCache::entry_of(const CompanyId& company) {
    const std::lock_guard lock{mutex_};
    auto& entry = entries_[company];
    if (!entry) entry = std::make_unique<Entry>();
    return *entry;
}

std::expected<std::string, std::string> ProviderCache::fetch(const std::string& url) const {
    return body_of(exchange_({.method = webhooks::OutgoingMethod::get,
                              .url = url,
                              .headers = {{"User-Agent", "callboard"}, {"Accept", "application/json"}},
                              .body = {},
                              .time_limit = kProviderTimeLimit}));
}

bool ProviderCache::may_fetch_keys(const Entry& entry) const {
    const std::chrono::milliseconds pause = entry.keys_failed ? kFailurePause : kKeysPause;
    return entry.keys_tried == Timestamp{} || is_over(entry.keys_tried, pause);
}

std::optional<std::string> ProviderCache::fetch_keys(Entry& entry, const Provider& provider) const {
    auto body = fetch(provider.jwks_uri);
    auto keys = body ? KeySet::parse(*body) : std::nullopt;
    entry.keys_tried = clock_.now();
    entry.keys_failed = !keys;
    if (!keys) return "the keys of the provider: " + (body ? "they are not a JWK set" : body.error());
    entry.keys = std::move(keys);
    entry.keys_fetched = entry.keys_tried;
    return std::nullopt;
}

// Also after the clock was set back.
bool ProviderCache::is_over(Timestamp since, std::chrono::milliseconds period) const {
    const Timestamp now = clock_.now();
    return now < since || now - since >= period;
}

}  // namespace callboard::sso
