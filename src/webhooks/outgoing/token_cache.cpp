#include "webhooks/outgoing/token_cache.h"

#include <algorithm>
#include <utility>

#include "base/constant_time.h"
#include "base/error.h"
#include "wire/shape.h"

namespace callboard::webhooks {
namespace {

constexpr std::int64_t kDefaultLife = 300;     // seconds; default without expires_in
constexpr std::int64_t kLongestLife = 86'400;  // seconds; some services send milliseconds
constexpr int kGranted = 200;

struct TokenMessage {
    std::string access_token;
    std::optional<std::int64_t> expires_in;

    static constexpr auto shape() {
        return wire::fields(
            wire::field("access_token", &TokenMessage::access_token, {.min_length = 1, .max_length = 16'384}),
            wire::field("expires_in", &TokenMessage::expires_in));
    }
};

Sha256 fingerprint(const OAuthAuth& auth) {
    return sha256(std::string{auth.token_url}.append("\n").append(token_request(auth).reveal()));
}

std::optional<TokenMessage> granted(const OutgoingResult& result) {
    if (result.failure != CallFailure::none || result.status != kGranted) return std::nullopt;
    try {
        auto message = wire::decode<TokenMessage>(result.body);
        if (fault_of_header_value(message.access_token)) return std::nullopt;
        return message;
    } catch (const Error&) {
        return std::nullopt;  // unusable response
    }
}

OutgoingResult refused(OutgoingResult result) {
    if (result.failure != CallFailure::none) {
        result.reason = "the token service: " + result.reason;
    } else {
        result.failure = CallFailure::no_token;
        result.reason = result.status == kGranted
                            ? "the token service gave no usable token"
                            : "the token service answered " + std::to_string(result.status);
    }
    result.status = 0;
    result.headers.clear();
    result.body.clear();
    return result;
}

}  // namespace

void TokenCache::use(const SubscriptionId& subscription, const OAuthAuth& auth, Use use) {
    const Key key{subscription, fingerprint(auth)};
    Entry& entry = entries_[key];
    if (entry.token && clock_.now() < entry.renew_at) return use({entry.token, {}});
    entry.waiting.push_back(std::move(use));
    if (!std::exchange(entry.fetching, true)) fetch(key, auth);
}

void TokenCache::refuse(const SubscriptionId& subscription, const OAuthAuth& auth, const Secret& token) {
    const auto found = entries_.find({subscription, fingerprint(auth)});
    if (found != entries_.end() && found->second.token &&
        equal_in_constant_time(found->second.token->reveal(), token.reveal()))
        found->second.token.reset();
}

void TokenCache::fetch(const Key& key, const OAuthAuth& auth) {
    sender_.send({.url = auth.token_url,
                  .headers = {{"User-Agent", "callboard"},
                              {"Accept", "application/json"},
                              {"Content-Type", "application/x-www-form-urlencoded"}},
                  .body = std::string{token_request(auth).reveal()},
                  .time_limit = time_limit_},
                 [this, key](OutgoingResult result) { fetched(key, std::move(result)); });
}

void TokenCache::fetched(const Key& key, OutgoingResult result) {
    forget_expired();
    Entry& entry = entries_[key];
    Answer answer;
    if (const auto message = granted(result)) {
        const std::int64_t life =
            std::clamp(message->expires_in.value_or(kDefaultLife), std::int64_t{0}, kLongestLife);
        entry.token.emplace(message->access_token);
        entry.renew_at = clock_.now() + std::chrono::milliseconds{life * 900};
        answer.token.emplace(message->access_token);
    } else {
        answer.failed_result = refused(std::move(result));
    }
    entry.fetching = false;
    for (Use& waiting : std::exchange(entry.waiting, {})) waiting(answer);
}

// Also removes tokens of former credentials and deleted subscriptions.
void TokenCache::forget_expired() {
    std::erase_if(entries_, [now = clock_.now()](const auto& each) {
        return !each.second.fetching && each.second.renew_at <= now;
    });
}

}  // namespace callboard::webhooks
