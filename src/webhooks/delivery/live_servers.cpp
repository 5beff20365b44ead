#include "webhooks/delivery/live_servers.h"

#include <chrono>

#include "work/live_server_store.h"
#include "work/rendezvous.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;

constexpr auto kRefreshInterval = 5s;
constexpr auto kForgottenAfter = 3 * kRefreshInterval;

}  // namespace

void LiveServers::refresh_if_due() {
    if (!state_.options.shares_database || state_.stopwatch.now() < next_refresh_) return;
    state_.failures.attempt("webhook_servers_unknown", [this] {
        names_ = state_.db.write(std::nullopt, [this](db::Tx& tx) {
            return work::store::live_servers(tx, state_.options.node, kForgottenAfter);
        });
    });
    next_refresh_ = state_.stopwatch.now() + kRefreshInterval;
}

void LiveServers::leave() {
    if (!state_.options.shares_database) return;
    state_.failures.attempt("webhook_servers_unknown", [this] {
        state_.db.write(std::nullopt,
                        [this](db::Tx& tx) { work::store::forget_server(tx, state_.options.node); });
    });
}

std::size_t LiveServers::rank(const SubscriptionId& subscription) const {
    return work::rank(state_.options.node, names_, subscription.text());
}

}  // namespace callboard::webhooks
