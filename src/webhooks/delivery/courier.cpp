#include "webhooks/delivery/courier.h"

#include <algorithm>
#include <span>
#include <thread>
#include <utility>

#include "webhooks/delivery/courier_state.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/delivery/dispatcher.h"
#include "webhooks/delivery/due_finder.h"
#include "webhooks/delivery/live_servers.h"
#include "webhooks/delivery/round_runner.h"
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
          rounds_(state_, seal, dispatcher_),
          due_(state_, servers_, dispatcher_, rounds_) {
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
            rounds_.begin_if_due();
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
        const auto round = rounds_.next_begin();
        return round ? std::min(due_.next_poll(), *round) : due_.next_poll();
    }

    void record_outcome(CourierInbox::Content& content) {
        for (Attempt& attempt : content.attempts) record_outcome(std::move(attempt));
        if (content.round_finished) rounds_.conclude();
    }

    // Decides the state after the attempt; it is written with the next round.
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
        while (rounds_.is_running() || state_.endpoints.in_flight() > 0) {
            CourierInbox::Content content = state_.inbox.wait_for_results();
            record_outcome(content);
        }
        for (Endpoint* each : state_.endpoints.with_ready_deliveries()) dispatcher_.release_ready(*each);
        rounds_.write_pending();
        if (rounds_.is_running()) state_.inbox.wait_for_results();
    }

    CourierState state_;
    Dispatcher dispatcher_;
    RoundRunner rounds_;
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
