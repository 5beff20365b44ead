#include "webhooks/delivery/claim_runner.h"

#include <chrono>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/failure.h"
#include "work/lease.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;

constexpr auto kRetryDelay = 250ms;

}  // namespace

std::optional<Stopwatch::Instant> ClaimRunner::next_begin() const {
    if (is_running() || not_before_ <= state_.stopwatch.now()) return std::nullopt;
    return not_before_;
}

void ClaimRunner::mark_changed(const SubscriptionId& subscription) {
    if (round_) round_->changed.insert(subscription);
}

void ClaimRunner::begin_if_due() {
    if (is_running() || state_.stopwatch.now() < not_before_) return;
    begin({.releases = state_.pending.take_releases(),
           .events = state_.endpoints.take_announced(),
           .subscriptions = state_.endpoints.wanted()});
}

void ClaimRunner::release() {
    begin({.releases = state_.pending.take_releases(), .events = {}, .subscriptions = {}});
}

void ClaimRunner::begin(ClaimWork work) {
    if (work.is_empty()) return;
    state_.endpoints.claimed(work.subscriptions);  // new deliveries mark them due again
    round_.emplace(Round{.work = std::move(work),
                         .began = state_.stopwatch.now(),
                         .token = state_.options.node + "/" + std::to_string(++rounds_)});
    if (!claimer_.accept([this] { run(); })) std::abort();  // it has no other work
}

void ClaimRunner::run() {
    Round& round = *round_;
    const work::Lease lease{
        .node = state_.options.node, .token = round.token, .duration = state_.options.lease_duration};
    round.is_done = state_.failures.attempt("webhook_deliveries_not_claimed", [&] {
        try {
            round.results = state_.db.write(
                std::nullopt, [&](db::Tx& tx) { return release_and_claim(tx, round.work, lease, seal_); });
        } catch (const std::exception&) {
            round.fails_always = current_failure_is_permanent();
            throw;
        }
    });
    state_.inbox.end_claims();
}

void ClaimRunner::conclude() {
    Round round = std::move(*round_);
    round_.reset();
    for (const EventClaim& each : round.work.events) state_.endpoints.conclude(each);
    if (!round.is_done) return retry_later(std::move(round));
    for (ClaimResult& each : round.results) {
        Endpoint& endpoint = *state_.endpoints.find(each.subscription);
        note_claimed(endpoint, std::move(each), round.began);
        if (round.changed.contains(endpoint.subscription)) dispatcher_.release_ready(endpoint);
    }
}

void ClaimRunner::retry_later(Round round) {
    not_before_ = state_.stopwatch.now() + kRetryDelay;
    for (const EventClaim& each : round.work.events)
        for (const auto& [subscription, version] : each.subscribers)
            state_.endpoints.mark_due(subscription, each.company, {Lane::fresh, each.due_at});
    for (const ClaimRequest& each : round.work.subscriptions)
        state_.endpoints.mark_due(each.subscription, each.company, each.from);
    // If they are what fails, their leases have to expire: claims must go on.
    if (!round.fails_always) state_.pending.put_back(std::move(round.work.releases));
}

void ClaimRunner::note_claimed(Endpoint& endpoint, ClaimResult claimed, Stopwatch::Instant since) {
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
