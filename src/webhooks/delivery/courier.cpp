#include "webhooks/delivery/courier.h"

#include <algorithm>
#include <span>
#include <thread>
#include <utility>

#include "webhooks/delivery/claim_runner.h"
#include "webhooks/delivery/courier_state.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/delivery/dispatcher.h"
#include "webhooks/delivery/due_finder.h"
#include "webhooks/delivery/live_servers.h"
#include "webhooks/delivery/result_writer.h"
#include "work/retry_schedule.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;

constexpr auto kRetryDelay = 250ms;  // of the start, while the database is unavailable
constexpr auto kSlowAnswer = 1s;
constexpr int kServerError = 500;

Pace::Answer answer_of(const Transcript& transcript) {
    if (transcript.acknowledged())
        return transcript.result.took > kSlowAnswer ? Pace::Answer::slow : Pace::Answer::acknowledged;
    if (transcript.never_answered()) return Pace::Answer::no_answer;
    return transcript.result.status >= kServerError ? Pace::Answer::server_error : Pace::Answer::refused;
}

}  // namespace

// Other threads only access the inbox; everything else is only accessed by the courier thread.
class Courier::Loop {
  public:
    Loop(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, Messenger& messenger, const Seal& seal,
         CourierMeter& meter, const telemetry::Log& log, CourierOptions options)
        : state_{.db = db,
                 .clock = clock,
                 .stopwatch = stopwatch,
                 .log = log,
                 .meter = meter,
                 .options = std::move(options)},
          dispatcher_(state_, messenger),
          claims_(state_, seal, dispatcher_),
          results_(state_, dispatcher_),
          due_(state_, servers_, dispatcher_, claims_) {
        listening_ = state_.db.listen([this](std::span<const db::Announcement> announcements) {
            state_.inbox.announce(announcements);
        });
        thread_ = std::thread{[this] { run(); }};
    }

    ~Loop() {
        stop_claiming();
        thread_.join();
    }

    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void stop_claiming() {
        listening_.stop();
        state_.inbox.stop();
    }

  private:
    void run() {
        while (!release_old_leases())
            if (state_.inbox.wait_until(state_.stopwatch.now() + kRetryDelay).is_stopping) return;
        while (true) {
            CourierInbox::Content content = state_.inbox.wait_until(next_deadline());
            record_outcome(content);
            if (content.is_stopping) break;
            due_.handle_announcements(content.announcements);
            if (content.poll_finished) due_.conclude_poll();
            due_.poll_if_due();
            dispatcher_.send();
            claims_.begin_if_due();
            results_.begin_if_due();
            state_.meter.in_flight(state_.endpoints.in_flight());
            state_.meter.open_breakers(state_.endpoints.open_breakers());
        }
        shut_down();
    }

    // Releases the leases that this server held when it was killed.
    bool release_old_leases() {
        return state_.failures.attempt("webhook_leases_not_released", [this] {
            const std::int64_t number = state_.db.write(
                std::nullopt, [this](db::Tx& tx) { return store::release_all(tx, state_.options.node); });
            if (number > 0)
                state_.log.write(telemetry::Level::info, "webhook_leases_released", {{"deliveries", number}});
        });
    }

    Stopwatch::Instant next_deadline() const {
        Stopwatch::Instant next = due_.next_poll();
        for (const auto& each : {claims_.next_begin(), results_.next_begin()})
            if (each) next = std::min(next, *each);
        return next;
    }

    void record_outcome(CourierInbox::Content& content) {
        for (Attempt& attempt : content.attempts) record_outcome(std::move(attempt));
        if (content.results_finished) results_.conclude();
        if (content.claims_finished) claims_.conclude();
    }

    // Decides the state after the attempt; it is written with the next results.
    void record_outcome(Attempt attempt) {
        const Transcript& transcript = attempt.transcript;
        attempt.next = next_state(transcript.acknowledged(), attempt.attempts_before, state_.clock.now(),
                                  work::random_jitter());
        state_.meter.attempted(attempt.lane, attempt.next.outcome, transcript.result.took);
        record_answer(*state_.endpoints.find(attempt.subscription()), answer_of(transcript));
        state_.pending.add(std::move(attempt));
    }

    void record_answer(Endpoint& endpoint, Pace::Answer answer) {
        state_.endpoints.answered(endpoint, answer);
        if (!endpoint.pace.is_open()) return;
        // The circuit breaker is open: release everything, and claim a single probe after the next poll.
        dispatcher_.release_ready(endpoint);
        state_.endpoints.mark_done(endpoint.subscription);
    }

    // Waits for attempts in flight (bounded by their timeout) and writes their outcomes. If the database is
    // unavailable, the leases expire.
    void shut_down() {
        due_.stop();
        servers_.leave();
        const auto wait_while = [&](auto condition) {
            while (condition()) {
                CourierInbox::Content content = state_.inbox.wait_for_results();
                record_outcome(content);
            }
        };
        const auto is_writing = [&] { return claims_.is_running() || results_.is_running(); };
        wait_while([&] { return is_writing() || state_.endpoints.in_flight() > 0; });
        for (Endpoint* each : state_.endpoints.with_ready_deliveries()) dispatcher_.release_ready(*each);
        claims_.release();
        results_.begin();
        wait_while(is_writing);
    }

    CourierState state_;
    Dispatcher dispatcher_;
    ClaimRunner claims_;
    ResultWriter results_;
    LiveServers servers_{state_};
    DueFinder due_;
    db::Listening listening_;
    std::thread thread_;
};

Courier::Courier(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, Messenger& messenger,
                 const Seal& seal, CourierMeter& meter, const telemetry::Log& log, CourierOptions options)
    : loop_(std::make_unique<Loop>(db, clock, stopwatch, messenger, seal, meter, log, std::move(options))) {}

Courier::~Courier() = default;

void Courier::stop_claiming() {
    loop_->stop_claiming();
}

}  // namespace callboard::webhooks
