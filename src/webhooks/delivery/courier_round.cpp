#include "webhooks/delivery/courier_round.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "subscriptions/alert_store.h"
#include "subscriptions/ending.h"
#include "subscriptions/subscription_store.h"
#include "webhooks/delivery/callback_record.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/subscriptions/target.h"

namespace callboard::webhooks {
namespace {

// Successes, which are most, are written together: those of an event, with the same token.
void write_successes(db::Tx& tx, const std::vector<Attempt>& attempts) {
    std::map<std::pair<EventId, std::string_view>, std::vector<SubscriptionId>> delivered;
    for (const Attempt& each : attempts)
        if (each.next.outcome == Outcome::delivered)
            delivered[{each.event, each.token}].push_back(each.subscription());
    for (const auto& [what, subscriptions] : delivered)
        store::delivered(tx, subscriptions, what.first, what.second);
}

void write_failure(db::Tx& tx, const Attempt& attempt) {
    const CompanyId& company = attempt.target->company;
    switch (attempt.next.outcome) {
        case Outcome::delivered: break;
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
}

void write_log(db::Tx& tx, const std::vector<Attempt>& attempts) {
    std::vector<store::CompanyCallback> callbacks;
    callbacks.reserve(attempts.size());
    for (const Attempt& each : attempts)
        callbacks.push_back(
            {.company = each.target->company,
             .callback = callback_record(each.callback, *each.target, each.event, each.transcript)});
    store::insert_callbacks(tx, callbacks);
}

const CompanyId& company_of(const ResultWork& work, const SubscriptionId& subscription) {
    return std::ranges::find(work.attempts, subscription, &Attempt::subscription)->target->company;
}

bool suspend_if_failing(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription,
                        const store::HealthUpdate& update) {
    const auto health = store::record_health(tx, company, subscription, update);
    if (!health || !should_suspend(health->failures_in_row, health->no_success_since, tx.now)) return false;
    db::Tx of_company = tx.within(company);
    return subscriptions::suspend(of_company, subscription);
}

// Claims with the targets that they need.
class Claiming {
  public:
    Claiming(db::Tx& tx, const work::Lease& lease, const Seal& seal) : tx_(tx), lease_(lease), seal_(seal) {}

    void claim(const EventClaim& wanted) {
        std::vector<SubscriptionId> subscriptions;
        for (const auto& each : wanted.subscribers) subscriptions.push_back(each.subscription);
        for (auto& each : store::claim_event(tx_, wanted.company, wanted.event, subscriptions, lease_)) {
            const auto known = std::ranges::find(wanted.subscribers, each.subscription,
                                                 &EventClaim::Subscriber::subscription);
            store::Claim claim{.version = each.version};
            claim.deliveries.push_back(std::move(each.delivery));
            add(wanted.company, known->known_version,
                {.subscription = each.subscription, .claim = std::move(claim), .target = nullptr});
        }
    }

    void claim(const ClaimRequest& wanted) {
        add(wanted.company, wanted.known_version,
            {.subscription = wanted.subscription,
             .claim = store::claim(tx_, wanted.subscription, wanted.number, lease_, wanted.from),
             .target = nullptr});
    }

    std::vector<ClaimResult> results() && { return std::move(results_); }

  private:
    void add(const CompanyId& company, std::int64_t known_version, ClaimResult result) {
        // An event that was removed cannot be sent.
        std::erase_if(result.claim.deliveries, [&](const store::Claimed& each) {
            if (!each.event_name.empty()) return false;
            store::delivered(tx_, result.subscription, each.event, each.token);
            return true;
        });
        if (!result.claim.deliveries.empty() && result.claim.version != known_version) {
            result.target = target_of(company, result.subscription, result.claim.version);
            result.is_unusable = !result.target;
        }
        results_.push_back(std::move(result));
    }

    // Null: it was deleted, or is sealed with another key.
    std::shared_ptr<const Target> target_of(const CompanyId& company, const SubscriptionId& id,
                                            std::int64_t version) {
        auto& target = targets_[id];
        if (!target || target->version < version) target = load_target(company, id);
        return target;
    }
    std::shared_ptr<const Target> load_target(const CompanyId& company, const SubscriptionId& id) {
        db::Tx of_company = tx_.within(company);
        // Outside of the try block: database errors must abort the transaction, so that it is retried.
        const auto subscription = subscriptions::store::find(of_company, id);
        const auto keys = subscriptions::store::live_keys(of_company, id);
        try {
            if (subscription)
                return std::make_shared<const Target>(opened_target(company, *subscription, keys, seal_));
        } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
            // Sealed with another key: the courier logs it.
        }
        return nullptr;
    }

    db::Tx& tx_;
    const work::Lease& lease_;
    const Seal& seal_;
    std::map<SubscriptionId, std::shared_ptr<const Target>> targets_;
    std::vector<ClaimResult> results_;
};

}  // namespace

std::vector<SubscriptionId> write_results(db::Tx& tx, const ResultWork& work) {
    write_successes(tx, work.attempts);
    for (const Attempt& each : work.attempts) write_failure(tx, each);
    write_log(tx, work.attempts);
    std::vector<SubscriptionId> suspended;
    for (const auto& [subscription, update] : work.health) {
        if (suspend_if_failing(tx, company_of(work, subscription), subscription, update))
            suspended.push_back(subscription);
    }
    return suspended;
}

std::vector<ClaimResult> release_and_claim(db::Tx& tx, const ClaimWork& work, const work::Lease& lease,
                                           const Seal& seal) {
    for (const Release& each : work.releases) store::release(tx, each.subscription, each.event, each.token);
    Claiming claiming{tx, lease, seal};
    for (const EventClaim& each : work.events) claiming.claim(each);
    for (const ClaimRequest& each : work.subscriptions) claiming.claim(each);
    return std::move(claiming).results();
}

}  // namespace callboard::webhooks
