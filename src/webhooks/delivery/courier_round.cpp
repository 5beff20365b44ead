#include "webhooks/delivery/courier_round.h"

#include <algorithm>

#include "base/error.h"
#include "subscriptions/alert_store.h"
#include "subscriptions/ending.h"
#include "subscriptions/subscription_store.h"
#include "webhooks/delivery/callback_record.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/subscriptions/target.h"

namespace callboard::webhooks {
namespace {

void write(db::Tx& tx, const Attempt& attempt) {
    const CompanyId& company = attempt.target->company;
    switch (attempt.next.outcome) {
        case Outcome::delivered:
            store::delivered(tx, attempt.subscription(), attempt.event, attempt.token);
            break;
        case Outcome::due_again:
            store::due_again(tx, attempt.subscription(), attempt.event, attempt.token,
                             attempt.attempts_before, attempt.next.due_at);
            break;
        case Outcome::given_up:
            if (store::given_up(tx, attempt.subscription(), attempt.event, attempt.token,
                                attempt.attempts_before))
                subscriptions::store::raise(tx, company, attempt.subscription(),
                                            subscriptions::AlertKind::given_up);
            break;
    }
    store::insert_callback(
        tx, company, callback_record(attempt.callback, *attempt.target, attempt.event, attempt.transcript));
}

const CompanyId& company_of(const RoundWork& work, const SubscriptionId& subscription) {
    return std::ranges::find(work.attempts, subscription, &Attempt::subscription)->target->company;
}

bool suspend_if_failing(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription,
                        const store::HealthUpdate& update) {
    const auto health = store::record_health(tx, company, subscription, update);
    if (!health || !should_suspend(health->failures_in_row, health->no_success_since, tx.now)) return false;
    db::Tx of_company = tx.within(company);
    return subscriptions::suspend(of_company, subscription);
}

// Loads the target if the cached one is outdated (another URL or key).
void refresh_target(db::Tx& tx, const ClaimRequest& request, const Seal& seal, ClaimResult& result) {
    db::Tx of_company = tx.within(request.company);
    // Outside of the try block: database errors must abort the transaction, so that it is retried.
    const auto subscription = subscriptions::store::find(of_company, request.subscription);
    const auto keys = subscriptions::store::live_keys(of_company, request.subscription);
    try {
        if (subscription)
            result.target =
                std::make_shared<const Target>(opened_target(request.company, *subscription, keys, seal));
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
        // Sealed with another key: the courier logs it.
    }
    result.is_unusable = !result.target;
}

ClaimResult claim(db::Tx& tx, const ClaimRequest& request, const work::Lease& lease, const Seal& seal) {
    ClaimResult result{.claim = store::claim(tx, request.subscription, request.number, lease, request.from),
                       .target = nullptr};
    // An event that was removed cannot be sent.
    std::erase_if(result.claim.deliveries, [&](const store::Claimed& each) {
        if (!each.event_name.empty()) return false;
        store::delivered(tx, request.subscription, each.event, each.token);
        return true;
    });
    if (!result.claim.deliveries.empty() && result.claim.version != request.known_version)
        refresh_target(tx, request, seal, result);
    return result;
}

}  // namespace

RoundResult run_round(db::Tx& tx, const RoundWork& work, const work::Lease& lease, const Seal& seal) {
    RoundResult result;
    for (const Attempt& attempt : work.attempts) write(tx, attempt);
    for (const auto& [subscription, update] : work.health) {
        if (suspend_if_failing(tx, company_of(work, subscription), subscription, update))
            result.suspended.push_back(subscription);
    }
    for (const Release& each : work.releases) store::release(tx, each.subscription, each.event, each.token);
    for (const ClaimRequest& request : work.claims) result.claims.push_back(claim(tx, request, lease, seal));
    return result;
}

}  // namespace callboard::webhooks
