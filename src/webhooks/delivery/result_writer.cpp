#include "webhooks/delivery/result_writer.h"

#include <chrono>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/failure.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;

constexpr auto kRetryDelay = 250ms;
constexpr auto kSuccessWriteInterval = 60s;  // of a receiver without failures

}  // namespace

std::optional<Stopwatch::Instant> ResultWriter::next_begin() const {
    if (is_running()) return std::nullopt;
    return not_before_ > state_.stopwatch.now() ? not_before_ : state_.pending.deadline();
}

void ResultWriter::begin_if_due() {
    if (is_running() || state_.stopwatch.now() < not_before_) return;
    if (state_.pending.has_due_results()) begin();
}

void ResultWriter::begin() {
    ResultWork work{.attempts = state_.pending.take_results(), .health = {}};
    if (work.attempts.empty()) return;
    work.health = health_updates(work.attempts);
    batch_.emplace(Batch{.work = std::move(work)});
    if (!writer_.accept([this] { run(); })) std::abort();  // the writer has no other work
}

void ResultWriter::run() {
    Batch& batch = *batch_;
    batch.is_done = state_.failures.attempt("webhook_results_not_written", [&] {
        try {
            batch.suspended =
                state_.db.write(std::nullopt, [&](db::Tx& tx) { return write_results(tx, batch.work); });
        } catch (const std::exception&) {
            batch.fails_always = current_failure_is_permanent();
            throw;
        }
    });
    state_.inbox.end_results();
}

void ResultWriter::conclude() {
    Batch batch = std::move(*batch_);
    batch_.reset();
    if (!batch.is_done) return retry_later(std::move(batch));
    mark_written(batch.work);
    for (const SubscriptionId& each : batch.suspended) handle_suspended(each);
}

void ResultWriter::retry_later(Batch batch) {
    not_before_ = state_.stopwatch.now() + kRetryDelay;
    if (batch.fails_always) return drop(batch.work);
    state_.pending.put_back(std::move(batch.work.attempts));
}

// A retry would fail, too. The leases expire and the deliveries are sent again: duplicates are better than a
// blocked courier.
void ResultWriter::drop(const ResultWork& work) {
    state_.log.write(telemetry::Level::error, "webhook_results_dropped",
                     {{"attempts", std::ssize(work.attempts)}});
    for (const Attempt& attempt : work.attempts)
        Endpoints::forget_event(*state_.endpoints.find(attempt.subscription()), attempt.event);
}

// Successes of a receiver without failures are written once a minute.
std::map<SubscriptionId, store::HealthUpdate> ResultWriter::health_updates(
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

void ResultWriter::mark_written(const ResultWork& work) {
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

void ResultWriter::handle_suspended(const SubscriptionId& subscription) {
    state_.log.write(telemetry::Level::warn, "webhook_subscription_suspended",
                     {{"subscription", subscription.text()}});
    dispatcher_.release_ready(*state_.endpoints.find(subscription));
}

}  // namespace callboard::webhooks
