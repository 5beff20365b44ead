#include "webhooks/delivery/courier_round.h"

#include <algorithm>
#include <optional>

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
    switch (attempt.follows.state) {
        case AfterAttempt::delivered:
            store::delivered(tx, attempt.subscription(), attempt.event, attempt.token);
            break;
        case AfterAttempt::due_again:
            store::due_again(tx, attempt.subscription(), attempt.event, attempt.token,
                             attempt.attempts_before, attempt.follows.due_at);
            break;
        case AfterAttempt::given_up:
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

bool suspend_if_hopeless(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription,
                         const store::Course& course) {
    const auto trouble = store::note_course(tx, company, subscription, course);
    if (!trouble || !is_to_be_suspended(trouble->failures_in_row, trouble->quiet_since, tx.now)) return false;
    const std::optional<CompanyId> whose = company;
    db::Tx of_company = tx.within(whose);
    return subscriptions::suspend(of_company, subscription);
}

// The one that is at hand may be out of date: another URL, another key.
void bring_up_to_date(db::Tx& tx, const Wanted& wanted, const Seal& seal, Taken& taken) {
    const std::optional<CompanyId> company = wanted.company;
    db::Tx of_company = tx.within(company);
    // What goes wrong in the database ends the transaction, which may be run again.
    const auto subscription = subscriptions::store::find(of_company, wanted.subscription);
    const auto keys = subscriptions::store::live_keys(of_company, wanted.subscription);
    try {
        if (subscription)
            taken.target =
                std::make_shared<const Target>(opened_target(wanted.company, *subscription, keys, seal));
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
        // Sealed with another key: the courier tells the operator.
    }
    taken.is_unusable = !taken.target;
}

Taken take(db::Tx& tx, const Wanted& wanted, const store::Lease& lease, const Seal& seal) {
    Taken taken{.claim = store::claim(tx, wanted.subscription, wanted.number, lease), .target = nullptr};
    // An event that is forgotten cannot be told.
    std::erase_if(taken.claim.deliveries, [&](const store::Claimed& each) {
        if (!each.event_name.empty()) return false;
        store::delivered(tx, wanted.subscription, each.event, each.token);
        return true;
    });
    if (!taken.claim.deliveries.empty() && taken.claim.version != wanted.known_version)
        bring_up_to_date(tx, wanted, seal, taken);
    return taken;
}

}  // namespace

RoundResult run_round(db::Tx& tx, const RoundWork& work, const store::Lease& lease, const Seal& seal) {
    RoundResult result;
    for (const Attempt& attempt : work.attempts) write(tx, attempt);
    for (const auto& [subscription, course] : work.courses) {
        if (suspend_if_hopeless(tx, company_of(work, subscription), subscription, course))
            result.suspended.push_back(subscription);
    }
    for (const PutBack& each : work.put_back) store::give_back(tx, each.subscription, each.event, each.token);
    for (const Wanted& wanted : work.wanted) result.taken.push_back(take(tx, wanted, lease, seal));
    return result;
}

}  // namespace callboard::webhooks
