#include "webhooks/delivery/sealed_secrets.h"

#include <optional>
#include <utility>

#include "base/error.h"
#include "base/function_ref.h"
#include "webhooks/delivery/operator_store.h"
#include "webhooks/outgoing/callback_auth.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard::webhooks {
namespace {

constexpr std::int64_t kSample = 500;  // of each kind

void examine(SealedSecrets& found, FunctionRef<void()> open) {
    ++found.examined;
    try {
        open();
    } catch (const Error&) {
        ++found.unreadable;
    }
}

}  // namespace

SealedSecrets examine_sealed_secrets(db::Snapshot& snapshot, const Seal& seal) {
    SealedSecrets found;
    const auto keys = store::sealed_keys(snapshot, kSample);
    const auto auths = store::sealed_auths(snapshot, kSample);
    found.has_more = std::cmp_equal(keys.size(), kSample) || std::cmp_equal(auths.size(), kSample);
    for (const auto& [subscription, key] : keys) examine(found, [&] { opened(key, subscription, seal); });
    for (const auto& [subscription, auth] : auths)
        examine(found, [&] { opened(std::optional{auth}, subscription, seal); });
    return found;
}

bool has_sealed_secrets(db::Snapshot& snapshot) {
    return !store::sealed_keys(snapshot, 1).empty() || !store::sealed_auths(snapshot, 1).empty();
}

}  // namespace callboard::webhooks
