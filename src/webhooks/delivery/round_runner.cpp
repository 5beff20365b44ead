#include "webhooks/delivery/round_runner.h"

#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/failure.h"
#include "work/lease.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;

constexpr auto kRetryDelay = 250ms;          // of a failed round
constexpr auto kSuccessWriteInterval = 60s;  // of a receiver without failures

}  // namespace

std::optional<Stopwatch::Instant> RoundRunner::next_begin() const {
    if (is_running()) return std::nullopt;
    return not_before_ > state_.stopwatch.now() ? not_before_ : state_.pending.deadline();
}

void RoundRunner::mark_changed(const SubscriptionId& subscription) {
    if (round_) round_->changed.insert(subscription);
}

void RoundRunner::begin_if_due() {
    if (is_running() || state_.stopwatch.now() < not_before_) return;
    if (write_before_claiming_ && !state_.pending.is_empty()) {
        if (state_.pending.is_due()) write_pending();
        return;
    }
    auto claims = state_.endpoints.wanted();
    if (state_.pending.is_due() || !claims.empty()) begin(std::move(claims));
}

void RoundRunner::write_pending() {
    begin({});
}

void RoundRunner::begin(std::vector<ClaimRequest> claims) {
    RoundWork work = state_.pending.take();
    work.claims = std::move(claims);
    if (work.attempts.empty() && work.releases.empty() && work.claims.empty()) return;
    work.health = health_updates(work.attempts);
    state_.endpoints.claimed(work.claims);  // new deliveries mark them due again
    round_.emplace(Round{.work = std::move(work),
                         .began = state_.stopwatch.now(),
                         .token = state_.options.node + "/" + std::to_string(++rounds_)});
    if (!writer_.accept([this] { run(); })) std::abort();  // the writer has no other work
}

void RoundRunner::run() {
    Round& round = *round_;
    const work::Lease lease{
        .node = state_.options.node, .token = round.token, .duration = state_.options.lease_duration};
    round.is_done = state_.failures.attempt("webhook_results_not_written", [&] {
        try {
            round.result = state_.db.write(
                std::nullopt, [&](db::Tx& tx) { return run_round(tx, round.work, lease, seal_); });
        } catch (const std::exception&) {
            round.fails_always = current_failure_is_permanent();
            throw;
        }
    });
    state_.inbox.end_round();
}

void RoundRunner::conclude() {
    Round round = std::move(*round_);
    round_.reset();
    write_before_claiming_ = !round.is_done && round.fails_always && !round.work.claims.empty();
    if (!round.is_done) return retry_later(std::move(round));
    mark_written(round.work);
    for (const SubscriptionId& each : round.result.suspended) handle_suspended(each);
    for (std::size_t i = 0; i < round.work.claims.size(); ++i) {
        Endpoint& endpoint = *state_.endpoints.find(round.work.claims[i].subscription);
        note_claimed(endpoint, std::move(round.result.claims[i]), round.began);
        if (round.changed.contains(endpoint.subscription)) dispatcher_.release_ready(endpoint);
    }
}

// Outcomes that were not written are written with the next round.
void RoundRunner::retry_later(Round round) {
    not_before_ = state_.stopwatch.now() + kRetryDelay;
    for (const ClaimRequest& each : round.work.claims)
        state_.endpoints.mark_due(each.subscription, each.company, each.from);
    if (round.fails_always && round.work.claims.empty()) {
        drop(round.work);
    } else {
        state_.pending.put_back(std::move(round.work));
    }
}

// A retry would fail, too. The leases expire and the deliveries are sent again: duplicates are better than a
// blocked courier.
void RoundRunner::drop(const RoundWork& work) {
    state_.log.write(telemetry::Level::error, "webhook_results_dropped",
                     {{"attempts", std::ssize(work.attempts)}});
    for (const Attempt& attempt : work.attempts)
        Endpoints::forget_event(*state_.endpoints.find(attempt.subscription()), attempt.event);
}

// Successes of a receiver without failures are written once a minute.
std::map<SubscriptionId, store::HealthUpdate> RoundRunner::health_updates(
    const std::vector<Attempt>& attempts) {
    std::map<SubscriptionId, store::HealthUpdate> updates;
    for (const Attempt& attempt : attempts) {
        store::HealthUpdate& update = updates[attempt.subscription()];
        const bool is_success = attempt.next.outcome == Outcome::delivered;
        update.succeeded |= is_success;
        update.failures = is_success ? 0 : update.failures + 1;
    }
    const Stopwatch::Instant now = state_.stopwatch.now();
    std::erase_if(updates, [&](const auto& each) {
        const Endpoint& endpoint = *state_.endpoints.find(each.first);
        const bool is_fresh =
            endpoint.success_written && now - *endpoint.success_written < kSuccessWriteInterval;
        return each.second.failures == 0 && endpoint.failures == 0 && is_fresh;
    });
    return updates;
}

void RoundRunner::mark_written(const RoundWork& work) {
    for (const Attempt& attempt : work.attempts) {
        Endpoints::forget_event(*state_.endpoints.find(attempt.subscription()), attempt.event);
        if (attempt.next.outcome == Outcome::given_up)
            state_.log.write(
                telemetry::Level::warn, "webhook_delivery_given_up",
                {{"subscription", attempt.subscription().text()}, {"event", attempt.event.text()}});
    }
    for (const auto& [subscription, update] : work.health) {
        Endpoint& endpoint = *state_.endpoints.find(subscription);
        if (update.succeeded) endpoint.success_written = state_.stopwatch.now();
        endpoint.failures = update.failures + (update.succeeded ? 0 : endpoint.failures);
    }
}

void RoundRunner::handle_suspended(const SubscriptionId& subscription) {
    state_.log.write(telemetry::Level::warn, "webhook_subscription_suspended",
                     {{"subscription", subscription.text()}});
    dispatcher_.release_ready(*state_.endpoints.find(subscription));
}

void RoundRunner::note_claimed(Endpoint& endpoint, ClaimResult claimed, Stopwatch::Instant since) {
    if (!claimed.claim.has_all())
        state_.endpoints.mark_due(endpoint.subscription, endpoint.company, claimed.claim.remaining);
    if (claimed.target) endpoint.target = std::move(claimed.target);
    state_.endpoints.hold(endpoint, std::move(claimed.claim.deliveries), since);
    if (!claimed.is_unusable) return;
    if (std::exchange(endpoint.unusable_version, claimed.claim.version) != claimed.claim.version)
        state_.log.write(telemetry::Level::error, "webhook_target_unusable",
                         {{"subscription", endpoint.subscription.text()}});
    state_.endpoints.mark_done(endpoint.subscription);  // until the next poll
    dispatcher_.release_ready(endpoint);
}

}  // namespace callboard::webhooks
