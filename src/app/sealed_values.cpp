#include "app/sealed_values.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "accounts/sealed_values.h"
#include "mail/outbox.h"
#include "webhooks/delivery/sealed_secrets.h"

namespace callboard::app {
namespace {

constexpr std::int64_t kSample = 500;  // of each kind

using Values = std::vector<SealedValue>;

std::array<Values, 3> values_of_each_kind(db::Snapshot& snapshot, std::int64_t limit) {
    return {accounts::sealed_client_secrets(snapshot, limit),
            accounts::sealed_second_factor_keys(snapshot, limit), mail::sealed_links(snapshot, limit)};
}

}  // namespace

SealedValues examine_sealed_values(db::Snapshot& snapshot, const Seal& seal) {
    const auto secrets = webhooks::examine_sealed_secrets(snapshot, seal);
    SealedValues found{
        .examined = secrets.examined, .unreadable = secrets.unreadable, .has_more = secrets.has_more};
    for (const Values& values : values_of_each_kind(snapshot, kSample)) {
        found.has_more = found.has_more || std::cmp_equal(values.size(), kSample);
        found.examined += static_cast<std::int64_t>(values.size());
        found.unreadable += std::ranges::count_if(
            values, [&](const SealedValue& each) { return !seal.open(each.text, each.bound_to); });
    }
    return found;
}

bool has_sealed_values(db::Snapshot& snapshot) {
    return webhooks::has_sealed_secrets(snapshot) ||
           !std::ranges::all_of(values_of_each_kind(snapshot, 1), &Values::empty);
}

}  // namespace callboard::app
