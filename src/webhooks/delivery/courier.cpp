#include "webhooks/delivery/courier.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/id_source.h"
#include "base/workers.h"
#include "webhooks/delivery/courier_round.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/delivery/endpoints.h"
#include "work/retry_schedule.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using Instant = Stopwatch::Instant;

// What came of attempts is written together: when there is so much of it, or the first has waited so long.
constexpr std::size_t kEnoughToWrite = 64;
constexpr auto kLongestUnwritten = 5ms;

constexpr auto kSuccessWrittenEvery = 60s;  // of a subscriber that is well
constexpr auto kPauseAfterTrouble = 250ms;
constexpr auto kTooOld = 60s;  // what has been due for so long is worth a warning
constexpr auto kSluggish = 1s;
constexpr int kServerError = 500;

Pace::Reaction reaction_of(const Transcript& transcript) {
    if (transcript.acknowledged())
        return transcript.result.took > kSluggish ? Pace::Reaction::sluggish : Pace::Reaction::acknowledged;
    if (transcript.never_answered()) return Pace::Reaction::silent;
    return transcript.result.status >= kServerError ? Pace::Reaction::overwhelmed : Pace::Reaction::refused;
}

}  // namespace

class Courier::Loop {
  public:
    Loop(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, Messenger& messenger, const Seal& seal,
         CourierMeter& meter, const telemetry::Log& log, CourierOptions options)
        : db_(db),
          clock_(clock),
          stopwatch_(stopwatch),
          messenger_(messenger),
          seal_(seal),
          meter_(meter),
          log_(log),
          options_(std::move(options)),
          endpoints_(options_.most_in_flight) {
        db_.listen([this](std::span<const db::Announcement> announcements) { hear(announcements); });
        thread_ = std::thread{[this] { run(); }};
    }

    ~Loop() {
        stop_taking();
        thread_.join();
        writer_.finish();
    }

    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void stop_taking() {
        db_.listen({});
        {
            const std::lock_guard lock{mutex_};
            inbox_.stopping = true;
        }
        wake_.notify_one();
    }

  private:
    // One transaction: it runs on a thread of its own, while more is sent.
    struct Round {
        RoundWork work;
        Instant began;
        std::string token;  // of what is sent again on request
        RoundResult result;
        bool done = false;                     // and not: it failed
        bool is_hopeless = false;              // and will again
        std::set<SubscriptionId> out_of_date;  // that were changed meanwhile
    };

    // What others bring: attempts that are over, news of what was committed, and the end of a round.
    struct Inbox {
        std::vector<Attempt> attempts;
        std::vector<db::Announcement> news;
        bool has_changes = false;  // news of subscriptions
        bool round_is_over = false;
        bool stopping = false;
    };

    // --- called on other threads. They wake us under the lock: once it is free, we may be gone.

    void hear(std::span<const db::Announcement> announcements) {
        {
            const std::lock_guard lock{mutex_};
            inbox_.news.insert(inbox_.news.end(), announcements.begin(), announcements.end());
            inbox_.has_changes |= std::ranges::any_of(announcements, [](const db::Announcement& each) {
                return SubscriptionId::parse(each.topic).has_value();
            });
            has_changes_ = inbox_.has_changes;
            wake_.notify_one();
        }
    }

    void finish(Attempt attempt) {
        // Nobody reads these, and they may be long.
        attempt.transcript.result.headers = {};
        attempt.transcript.result.body = {};
        {
            const std::lock_guard lock{mutex_};
            inbox_.attempts.push_back(std::move(attempt));
            wake_.notify_one();
        }
    }

    void run_round_and_tell() {
        Round& round = *round_;
        round.done = attempt_database("webhook_results_not_written", [&] {
            try {
                round.result = db_.write(std::nullopt, [&](db::Tx& tx) {
                    return run_round(
                        tx, round.work,
                        {.node = options_.node, .token = round.token, .duration = options_.lease}, seal_);
                });
            } catch (const Error& error) {
                round.is_hopeless = error.kind == ErrorKind::internal;
                throw;
            }
        });
        {
            const std::lock_guard lock{mutex_};
            inbox_.round_is_over = true;
        }
        wake_.notify_one();
    }

    // --- the loop's own thread from here on

    void run() {
        while (!take_back_what_was_held()) {
            look_at_ = stopwatch_.now() + kPauseAfterTrouble;
            if (wait().stopping) return;
        }
        while (true) {
            Inbox inbox = wait();
            for (Attempt& attempt : inbox.attempts) settle(std::move(attempt));
            if (inbox.round_is_over) conclude_round();
            if (inbox.stopping) break;
            follow(inbox.news);
            if (stopwatch_.now() >= look_at_) look();
            send();
            if (!round_) begin_round_if_worthwhile();
            meter_.in_flight(endpoints_.in_flight());
            meter_.open_breakers(endpoints_.open_breakers());
        }
        wind_up();
    }

    // Whatever this server held when it was killed is nobody's now.
    bool take_back_what_was_held() {
        return attempt_database("webhook_leases_not_released", [this] {
            const std::int64_t number =
                db_.write(std::nullopt, [this](db::Tx& tx) { return store::release_all(tx, options_.node); });
            if (number > 0)
                log_.write(telemetry::Level::info, "webhook_leases_released", {{"deliveries", number}});
        });
    }

    // Nothing is taken any more. What is in flight ends, by its time limit if not before, and is written;
    // should the database be gone, leases run out by themselves.
    void wind_up() {
        while (round_ || endpoints_.in_flight() > 0) {
            std::unique_lock lock{mutex_};
            wake_.wait(lock, [this] { return inbox_.round_is_over || !inbox_.attempts.empty(); });
            std::vector<Attempt> attempts = std::exchange(inbox_.attempts, {});
            const bool round_is_over = std::exchange(inbox_.round_is_over, false);
            lock.unlock();
            for (Attempt& attempt : attempts) settle(std::move(attempt));
            if (round_is_over) conclude_round();
        }
        for (Endpoint* each : endpoints_.with_something_ready()) put_back(*each);
        begin_round({});
        if (!round_) return;
        std::unique_lock lock{mutex_};
        wake_.wait(lock, [this] { return inbox_.round_is_over; });
    }

    Inbox wait() {
        const Instant until = next_deadline();
        std::unique_lock lock{mutex_};
        wake_.wait_until(lock, until, [this] {
            return inbox_.stopping || inbox_.round_is_over || !inbox_.attempts.empty() ||
                   !inbox_.news.empty();
        });
        has_changes_ = false;
        return {std::exchange(inbox_.attempts, {}), std::exchange(inbox_.news, {}),
                std::exchange(inbox_.has_changes, false), std::exchange(inbox_.round_is_over, false),
                inbox_.stopping};
    }

    Instant next_deadline() const {
        if (round_) return look_at_;
        if (next_round_at_ > stopwatch_.now()) return std::min(look_at_, next_round_at_);
        return first_unwritten_ ? std::min(look_at_, *first_unwritten_ + kLongestUnwritten) : look_at_;
    }

    // What follows from an attempt is decided here, and written soon.
    void settle(Attempt attempt) {
        const Transcript& transcript = attempt.transcript;
        attempt.next = next_state(transcript.acknowledged(), attempt.attempts_before, clock_.now(),
                                  work::random_jitter());
        meter_.attempted(attempt.lane, attempt.next.outcome, transcript.result.took);
        note_answer(*endpoints_.find(attempt.subscription()), reaction_of(transcript));
        if (!first_unwritten_) first_unwritten_ = stopwatch_.now();
        unwritten_.push_back(std::move(attempt));
    }

    void note_answer(Endpoint& endpoint, Pace::Reaction reaction) {
        endpoints_.answered(endpoint, reaction);
        if (!endpoint.pace.is_open()) return;
        // One is tried now and then; nothing else is held for it, and it is not asked for before the next
        // look.
        put_back(endpoint);
        endpoints_.mark_done(endpoint.subscription);
    }

    // --- what is due

    // A topic is the name of an event that happened, or the id of a subscription that was changed: what was
    // taken for it is taken anew.
    void follow(const std::vector<db::Announcement>& news) {
        for (const db::Announcement& each : news) {
            if (const auto subscription = SubscriptionId::parse(each.topic)) {
                subscribers_.clear();
                if (Endpoint* endpoint = endpoints_.find(*subscription)) put_back(*endpoint);
                if (round_) round_->out_of_date.insert(*subscription);
                endpoints_.mark_due(*subscription, each.company);
            } else {
                for (const SubscriptionId& told : subscribers_of(each))
                    endpoints_.mark_due(told, each.company);
            }
        }
    }

    const std::vector<SubscriptionId>& subscribers_of(const db::Announcement& event) {
        const auto [entry, is_new] = subscribers_.try_emplace({event.company, event.topic});
        if (is_new) {
            attempt_database("webhook_subscribers_unknown", [&] {
                entry->second = db_.read(std::nullopt, [&](db::Snapshot& snapshot) {
                    return store::subscribers(snapshot, event.company, event.topic);
                });
            });
        }
        return entry->second;
    }

    // Is there news of it that follow() has not seen? Whoever deactivates a subscription, or ends the access
    // of its owner, is answered after hear(), and nothing is sent to it from then on.
    bool is_changed(const SubscriptionId& subscription) {
        if (!has_changes_) return false;
        const std::lock_guard lock{mutex_};
        return std::ranges::any_of(
            inbox_.news, [&](const db::Announcement& each) { return each.topic == subscription.text(); });
    }

    // For what nobody told of: retries whose time has come, and what other programs wrote. It costs a look at
    // each subscription for which something waits; the more there are, the less often it is done.
    void look() {
        constexpr int kRest = 10;  // as a multiple of what a look takes
        constexpr Instant::duration kLongestRest = 2s;
        const Instant began = stopwatch_.now();
        subscribers_.clear();
        if (!round_) endpoints_.forget_idle();  // which names some of them
        attempt_database("webhook_queue_unknown", [&] {
            const Timestamp now = clock_.now();
            std::chrono::milliseconds oldest{0};
            const std::vector<store::Waiting> waiting = db_.read(std::nullopt, store::waiting);
            put_back_what_was_changed(waiting);
            for (const store::Waiting& each : waiting) {
                if (each.due_at > now) continue;
                endpoints_.mark_due(each.subscription, each.company);
                // One that does not answer is late by its own doing.
                if (!endpoints_.find(each.subscription)->pace.is_open())
                    oldest = std::max(oldest, now - each.due_at);
            }
            meter_.oldest_due(oldest);
            if (oldest > kTooOld) warn_of_delay(oldest);
        });
        meter_.looked();
        const Instant ended = stopwatch_.now();
        look_at_ = ended + std::max<Instant::duration>(options_.look_every,
                                                       std::min((ended - began) * kRest, kLongestRest));
    }

    // By another program: what is held ready for a subscription waits in the database as well, so one that
    // does not appear there is not active any more.
    void put_back_what_was_changed(const std::vector<store::Waiting>& waiting) {
        const std::vector<Endpoint*> holding = endpoints_.with_something_ready();
        if (holding.empty()) return;
        std::map<SubscriptionId, std::int64_t> versions;
        for (const store::Waiting& each : waiting) versions.emplace(each.subscription, each.version);
        for (Endpoint* each : holding) {
            const auto found = versions.find(each->subscription);
            if (found == versions.end() || found->second > each->target->version) put_back(*each);
        }
    }

    void warn_of_delay(std::chrono::milliseconds oldest) {
        const Instant now = stopwatch_.now();
        if (warned_at_ && now - *warned_at_ < kTooOld) return;
        warned_at_ = now;
        log_.write(telemetry::Level::warn, "webhook_deliveries_late", {{"oldest_ms", oldest.count()}});
    }

    // --- sending

    void send() {
        endpoints_.send([this](Endpoint& endpoint, Held held) { send_one(endpoint, std::move(held)); });
    }

    void send_one(Endpoint& endpoint, Held held) {
        store::Claimed& delivery = held.delivery;
        // All that an attempt may take must lie within the lease.
        const bool too_late = stopwatch_.now() - held.since > options_.lease - 4 * options_.time_limit;
        if (too_late || is_changed(endpoint.subscription)) {
            Endpoints::let_go(endpoint, delivery.event);
            put_back_.push_back({endpoint.subscription, delivery.event, std::move(delivery.token)});
            endpoints_.mark_due(endpoint.subscription, endpoint.company);
            return;
        }
        endpoints_.sent(endpoint);
        Attempt attempt{.target = endpoint.target,
                        .callback = ids_.make<CallbackId>(clock_.now()),
                        .event = delivery.event,
                        .token = std::move(delivery.token),
                        .lane = delivery.lane,
                        .attempts_before = delivery.attempts,
                        .transcript = {},
                        .next = {}};
        Notification notification{.event = delivery.event,
                                  .name = std::move(delivery.event_name),
                                  .payload = std::move(delivery.payload),
                                  .link = delivery.link.empty() ? "" : options_.public_url + delivery.link};
        messenger_.notify(endpoint.target, std::move(notification),
                          [this, attempt = std::move(attempt)](Transcript transcript) mutable {
                              attempt.transcript = std::move(transcript);
                              finish(std::move(attempt));
                          });
    }

    void put_back(Endpoint& endpoint) {
        for (Held& each : endpoints_.give_up_ready(endpoint))
            put_back_.push_back({endpoint.subscription, each.delivery.event, std::move(each.delivery.token)});
    }

    // --- the database

    bool is_time_to_write() const {
        if (!put_back_.empty() || unwritten_.size() >= kEnoughToWrite) return true;
        return first_unwritten_ && stopwatch_.now() >= *first_unwritten_ + kLongestUnwritten;
    }

    void begin_round_if_worthwhile() {
        if (stopwatch_.now() < next_round_at_) return;
        auto wanted = endpoints_.wanted();
        if (is_time_to_write() || !wanted.empty()) begin_round(std::move(wanted));
    }

    void begin_round(std::vector<ClaimRequest> wanted) {
        RoundWork work{.attempts = std::exchange(unwritten_, {}),
                       .health = {},
                       .releases = std::exchange(put_back_, {}),
                       .claims = std::move(wanted)};
        first_unwritten_.reset();
        if (work.attempts.empty() && work.releases.empty() && work.claims.empty()) return;
        work.health = courses_worth_writing(work.attempts);
        endpoints_.claimed(work.claims);  // whoever is told of more meanwhile is due again
        round_.emplace(Round{.work = std::move(work),
                             .began = stopwatch_.now(),
                             .token = options_.node + "/" + std::to_string(++rounds_)});
        if (!writer_.accept([this] { run_round_and_tell(); })) std::abort();  // it has nothing else to do
    }

    void conclude_round() {
        Round round = std::move(*round_);
        round_.reset();
        if (!round.done) return try_again_later(std::move(round));
        note_written(round.work);
        for (const SubscriptionId& each : round.result.suspended) note_suspended(each);
        for (std::size_t i = 0; i < round.work.claims.size(); ++i) {
            Endpoint& endpoint = *endpoints_.find(round.work.claims[i].subscription);
            receive(endpoint, std::move(round.result.claims[i]), round);
            if (round.out_of_date.contains(endpoint.subscription)) put_back(endpoint);
        }
    }

    void try_again_later(Round round) {
        next_round_at_ = stopwatch_.now() + kPauseAfterTrouble;
        for (const ClaimRequest& each : round.work.claims)
            endpoints_.mark_due(each.subscription, each.company);
        if (round.is_hopeless) {
            drop(round.work);
        } else {
            keep_for_the_next(std::move(round.work));
        }
    }

    // The database does not take it, and would not the next time either. Leases run out, and all of it is
    // sent again: better twice than a courier that stands still.
    void drop(const RoundWork& work) {
        log_.write(telemetry::Level::error, "webhook_results_dropped",
                   {{"attempts", std::ssize(work.attempts)}});
        for (const Attempt& attempt : work.attempts)
            Endpoints::let_go(*endpoints_.find(attempt.subscription()), attempt.event);
    }

    // What was not written is written with what came since.
    void keep_for_the_next(RoundWork work) {
        work.attempts.insert(work.attempts.end(), std::make_move_iterator(unwritten_.begin()),
                             std::make_move_iterator(unwritten_.end()));
        unwritten_ = std::move(work.attempts);
        put_back_.insert(put_back_.end(), work.releases.begin(), work.releases.end());
        if (!unwritten_.empty() && !first_unwritten_) first_unwritten_ = stopwatch_.now();
    }

    // A success of a subscriber that is well is written once a minute.
    std::map<SubscriptionId, store::HealthUpdate> courses_worth_writing(
        const std::vector<Attempt>& attempts) {
        std::map<SubscriptionId, store::HealthUpdate> courses;
        for (const Attempt& attempt : attempts) {
            store::HealthUpdate& course = courses[attempt.subscription()];
            const bool good = attempt.next.outcome == Outcome::delivered;
            course.succeeded |= good;
            course.failures = good ? 0 : course.failures + 1;
        }
        const Instant now = stopwatch_.now();
        std::erase_if(courses, [&](const auto& each) {
            const Endpoint& endpoint = *endpoints_.find(each.first);
            const bool fresh =
                endpoint.success_written && now - *endpoint.success_written < kSuccessWrittenEvery;
            return each.second.failures == 0 && endpoint.failures == 0 && fresh;
        });
        return courses;
    }

    void note_written(const RoundWork& work) {
        for (const Attempt& attempt : work.attempts) {
            Endpoints::let_go(*endpoints_.find(attempt.subscription()), attempt.event);
            if (attempt.next.outcome == Outcome::given_up)
                log_.write(
                    telemetry::Level::warn, "webhook_delivery_given_up",
                    {{"subscription", attempt.subscription().text()}, {"event", attempt.event.text()}});
        }
        for (const auto& [subscription, course] : work.health) {
            Endpoint& endpoint = *endpoints_.find(subscription);
            if (course.succeeded) endpoint.success_written = stopwatch_.now();
            endpoint.failures = course.failures + (course.succeeded ? 0 : endpoint.failures);
        }
    }

    void note_suspended(const SubscriptionId& subscription) {
        log_.write(telemetry::Level::warn, "webhook_subscription_suspended",
                   {{"subscription", subscription.text()}});
        put_back(*endpoints_.find(subscription));
    }

    void receive(Endpoint& endpoint, ClaimResult taken, const Round& round) {
        if (!taken.claim.took_all) endpoints_.mark_due(endpoint.subscription, endpoint.company);
        if (taken.target) endpoint.target = std::move(taken.target);
        endpoints_.hold(endpoint, std::move(taken.claim.deliveries), round.began);
        if (!taken.is_unusable) return;
        if (std::exchange(endpoint.unusable_version, taken.claim.version) != taken.claim.version)
            log_.write(telemetry::Level::error, "webhook_target_unusable",
                       {{"subscription", endpoint.subscription.text()}});
        endpoints_.mark_done(endpoint.subscription);  // until the next look
        put_back(endpoint);
    }

    // False when it failed: then it is tried again soon.
    template <class Work>
    bool attempt_database(std::string_view what_if_not, Work work) {
        try {
            work();
            in_trouble_ = false;
            return true;
        } catch (const Error& error) {
            const std::string_view why = error.detail.empty() ? error.what() : std::string_view{error.detail};
            if (!in_trouble_.exchange(true))
                log_.write(telemetry::Level::warn, what_if_not, {{"reason", why}});
            return false;
        }
    }

    db::Db& db_;
    const Clock& clock_;
    const Stopwatch& stopwatch_;
    Messenger& messenger_;
    const Seal& seal_;
    CourierMeter& meter_;
    const telemetry::Log& log_;
    const CourierOptions options_;
    IdSource ids_;

    Endpoints endpoints_;
    std::map<std::pair<CompanyId, std::string>, std::vector<SubscriptionId>>
        subscribers_;  // since the last look
    std::vector<Attempt> unwritten_;
    std::vector<Release> put_back_;
    std::optional<Instant> first_unwritten_;
    Instant look_at_{};
    std::optional<Instant> warned_at_;
    std::atomic<bool> in_trouble_ = false;
    std::optional<Round> round_;
    std::uint64_t rounds_ = 0;
    Instant next_round_at_{};  // after trouble

    std::mutex mutex_;
    std::condition_variable wake_;
    Inbox inbox_;
    std::atomic<bool> has_changes_ = false;  // of the inbox, to look at without waiting
    Workers writer_{1, 1};                   // runs the round
    std::thread thread_;
};

Courier::Courier(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, Messenger& messenger,
                 const Seal& seal, CourierMeter& meter, const telemetry::Log& log, CourierOptions options)
    : loop_(std::make_unique<Loop>(db, clock, stopwatch, messenger, seal, meter, log, std::move(options))) {}

Courier::~Courier() = default;

void Courier::stop_taking() {
    loop_->stop_taking();
}

}  // namespace callboard::webhooks
