// Random sequences of ten million steps, compared with slow and simple models.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <deque>
#include <iostream>
#include <limits>
#include <optional>
#include <random>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/manual_clock.h"
#include "throttle/local_ledger.h"

// With a sanitizer, or without the optimizer, a step takes many times as long.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#define CALLBOARD_SLOW_BUILD 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define CALLBOARD_SLOW_BUILD 1
#endif
#endif

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;
using Instant = Ledger::Instant;
using Micro = std::chrono::duration<std::uint32_t, std::micro>;

#ifdef CALLBOARD_SLOW_BUILD
constexpr int kRounds = 3;
#else
constexpr int kRounds = 60;
#endif

Instant instant(std::int64_t micros) {
    return Instant{std::chrono::microseconds{micros}};
}

class RandomNumbers {
  public:
    explicit RandomNumbers(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t end) { return random_() % end; }
    std::int64_t micros_below(std::int64_t end) {
        return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(end));
    }
    bool one_in(std::size_t times) { return below(times) == 0; }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(values.size())];
    }

  private:
    std::mt19937_64 random_;
};

// All in a few of the ledger's tables, which therefore grow and shrink often.
std::vector<Subject> make_subjects(std::size_t count, RandomNumbers& random) {
    std::vector<Subject> subjects(count);
    for (Subject& each : subjects) {
        const std::uint64_t hash =
            (std::uint64_t{random.below(4)} << 62) | random.below(std::size_t{1} << 52);
        std::memcpy(each.digest.data(), &hash, sizeof hash);
    }
    return subjects;
}

// The kinds of requests: indexes into the list of claims for each.
using Kind = std::vector<std::size_t>;

struct Policies {
    std::vector<Claim> claims;
    std::vector<Kind> kinds;
    std::vector<std::vector<Claim>> claims_of_kinds;

    void complete() {
        for (const Kind& kind : kinds) {
            auto& of_kind = claims_of_kinds.emplace_back();
            for (const std::size_t number : kind) of_kind.push_back(claims[number]);
        }
    }
};

// One thread: every decision is compared with that of the model.

// The use of one policy by a subject, in the simplest form.
struct ModelAccount {
    std::deque<std::int64_t> accepted;  // times of the requests that still count
    int running = 0;
    std::int64_t level = 0;  // of the bucket, in millionths of a unit
    std::int64_t level_at = 0;

    void pass_time(const Limit& limit, std::int64_t now) {
        while (!accepted.empty() && accepted.front() + limit.period.count() <= now) accepted.pop_front();
        level = std::max<std::int64_t>(0, level - std::int64_t{limit.drained} * (now - level_at));
        level_at = now;
    }
    int requests_left(const Limit& limit) const {
        return std::max(0, limit.requests - static_cast<int>(accepted.size()));
    }
    int slots_left(const Limit& limit) const { return std::max(0, limit.concurrent - running); }
    std::int64_t overflow(const Limit& limit) const { return level - std::int64_t{limit.bucket} * 1'000'000; }

    bool violates(const Limit& limit, Reason reason) const {
        switch (reason) {
            case Reason::rate: return limit.requests > 0 && requests_left(limit) == 0;
            case Reason::concurrency: return limit.concurrent > 0 && slots_left(limit) == 0;
            case Reason::size: return limit.drained > 0 && overflow(limit) > 0;
        }
        return false;
    }
    std::int64_t retry_after(const Limit& limit, Reason reason, std::int64_t now) const {
        std::int64_t seconds = 1;
        if (reason == Reason::rate) {
            while (accepted.front() + limit.period.count() > now + seconds * 1'000'000) ++seconds;
        }
        if (reason == Reason::size) {
            while (overflow(limit) - std::int64_t{limit.drained} * seconds * 1'000'000 > 0) ++seconds;
        }
        return seconds;
    }
    // 0: it is admitted.
    std::int64_t longest_wait(const Limit& limit, std::int64_t now) const {
        std::int64_t longest = 0;
        for (const Reason reason : {Reason::rate, Reason::concurrency, Reason::size})
            if (violates(limit, reason)) longest = std::max(longest, retry_after(limit, reason, now));
        return longest;
    }
};

struct Shown {
    std::optional<Policy> policy;
    int limit = 0;
    int remaining = 0;
    bool operator==(const Shown&) const = default;
};

Shown shown(const std::optional<Share>& share) {
    return share ? Shown{share->policy, share->limit, share->remaining} : Shown{};
}

class Comparison {
  public:
    explicit Comparison(std::uint64_t seed) : random_(seed) {
        make_policies();
        subjects_ = make_subjects(kSubjects, random_);
        accounts_.resize(kSubjects * policies_.claims.size());
    }

    // The difference to the model; empty if there is none.
    std::string step() {
        pass_time();
        if (random_.one_in(2'000)) ledger_.forget_idle();
        Request& request = requests_[random_.below(requests_.size())];
        switch (request.state) {
            case State::none: return begin(request);
            case State::running: proceed(request); break;
            case State::released: end(request); break;
        }
        return {};
    }

    std::int64_t admitted = 0;
    std::array<std::int64_t, 3> refused{};

  private:
    static constexpr std::size_t kHot = 6;
    static constexpr std::size_t kSubjects = 400;

    enum class State { none, running, released };
    struct Request {
        Permit permit;
        State state = State::none;
        std::size_t subject = 0;
        std::size_t kind = 0;
    };

    void make_policies() {
        // Like the real policies, with other numbers. None has both a rate and a bucket.
        const auto period = [&] { return Micro{random_.one_of<std::uint32_t>({1'000, 999'999, 1'000'000})}; };
        const auto slots = [&] { return random_.one_of<std::uint16_t>({0, 1, 2, 8}); };
        const auto bucket = [&](std::uint32_t operation) {
            // Whole microseconds per unit, so that the model needs no rounding.
            const auto drained = random_.one_of<std::uint32_t>({20, 1'000, 100'000, 1'000'000});
            return Claim{.policy = Policy::analytics,
                         .operation = operation,
                         .limit = {.concurrent = slots(),
                                   .drained = drained,
                                   .bucket = random_.one_of<std::uint32_t>({0, 1, drained, 2 * drained})}};
        };
        policies_.claims = {
            {.policy = Policy::customer_api,
             .limit = {.requests = random_.one_of<std::uint16_t>({0, 1, 3, 9, 10, 10, 10, 11}),
                       .period = period(),
                       .concurrent = slots()}},
            {.policy = Policy::publication,
             .limit = {.requests = random_.one_of<std::uint16_t>({1, 2, 5}), .period = period()}},
            {.policy = Policy::candidate_list, .limit = {.concurrent = slots()}},
            bucket(1),
            bucket(2),
            {.policy = Policy::report_data,
             .operation = 3,
             .limit = {.requests = 1, .period = Micro{2'500'000}, .concurrent = slots()}},
            {.policy = Policy::token_endpoint,
             .limit = {.requests = random_.one_of<std::uint16_t>({11, 17, 100}), .period = period()}},
            {.policy = Policy::sign_in_by_account,
             .limit = {.requests = 5,
                       // The longest period whose stamps, of two periods, can be distinguished.
                       .period = Micro{random_.one_of<std::uint32_t>({60'000'000, 2'147'000'000})}}},
            {.policy = Policy::failed_authentication, .limit = {.drained = 20, .bucket = 40}},
        };
        policies_.kinds = {{0}, {0}, {0, 1}, {0, 1}, {0, 2}, {0, 3}, {0, 4},    {0, 5},
                           {6}, {6}, {7},    {8},    {2},    {1, 2}, {0, 1, 2}, {3, 5}};
        policies_.complete();
    }

    ModelAccount& account(std::size_t subject, std::size_t claim) {
        return accounts_[subject * policies_.claims.size() + claim];
    }

    void pass_time() {
        const std::size_t what = random_.below(1'000);
        if (what < 600) return;
        std::int64_t by = 0;
        if (what < 850) {
            by = random_.micros_below(2'000);
        } else if (what < 950) {
            by = random_.micros_below(150'000);
        } else if (what < 990) {
            by = until_a_unit_is_back();
        } else if (what < 998) {
            by = random_.micros_below(3'000'000);
        } else {
            // Stamps have 32 bits: such a period is zero for them, or almost zero.
            by = random_.one_of<std::int64_t>({random_.micros_below(10'000'000'000), std::int64_t{1} << 32,
                                               (std::int64_t{1} << 32) - 1,
                                               (std::int64_t{1} << 32) + 500'000});
        }
        now_ += by;
        stopwatch_.advance(std::chrono::microseconds{by});
    }
    // To the time at which a request stops counting, or one microsecond before.
    std::int64_t until_a_unit_is_back() {
        const std::size_t claim = random_.below(policies_.claims.size());
        const auto& accepted = account(random_.below(kHot), claim).accepted;
        if (accepted.empty()) return 0;
        const auto back = accepted.front() + policies_.claims[claim].limit.period.count();
        return std::max<std::int64_t>(0, back - now_ - (random_.one_in(2) ? 1 : 0));
    }

    std::string begin(Request& request) {
        request.subject = random_.below(random_.one_in(5) ? kSubjects : kHot);
        request.kind = random_.below(policies_.kinds.size());
        const Kind& kind = policies_.kinds[request.kind];
        Permit& permit = request.permit;
        ledger_.admit(subjects_[request.subject], policies_.claims_of_kinds[request.kind], instant(now_),
                      permit);

        std::optional<std::size_t> violated;
        std::int64_t longest = 0;
        for (const std::size_t claim : kind) {
            const Limit& limit = policies_.claims[claim].limit;
            account(request.subject, claim).pass_time(limit, now_);
            const std::int64_t wait = account(request.subject, claim).longest_wait(limit, now_);
            if (wait == 0 || wait < longest) continue;
            violated = claim;
            longest = wait;
        }
        if (violated.has_value() != permit.refused.has_value())
            return permit.refused ? "refused with room left" : "admitted without room";
        if (violated) return compare_refusal(request, *violated);

        ++admitted;
        for (const std::size_t claim : kind) {
            ModelAccount& spent = account(request.subject, claim);
            if (policies_.claims[claim].limit.requests > 0) spent.accepted.push_back(now_);
            ++spent.running;
        }
        request.state = State::running;
        std::string difference = compare_shares(request, {}, {});
        if (random_.one_in(50)) refund(request);
        return difference;
    }

    std::string compare_refusal(const Request& request, std::size_t violated) {
        const Limit& limit = policies_.claims[violated].limit;
        const ModelAccount& spent = account(request.subject, violated);
        const Permit::Refusal& refusal = *request.permit.refused;
        ++refused[static_cast<std::size_t>(refusal.reason)];
        if (refusal.policy != policies_.claims[violated].policy) return "refused by another policy";
        if (!spent.violates(limit, refusal.reason)) return "refused for another reason";
        if (refusal.retry_after.count() != spent.longest_wait(limit, now_))
            return "Retry-After is " + std::to_string(refusal.retry_after.count()) + ", not " +
                   std::to_string(spent.longest_wait(limit, now_));
        return compare_shares(request,
                              refusal.reason == Reason::rate ? std::optional{violated} : std::nullopt,
                              refusal.reason == Reason::concurrency ? std::optional{violated} : std::nullopt);
    }

    std::string compare_shares(const Request& request, std::optional<std::size_t> of_rate,
                               std::optional<std::size_t> of_slots) {
        Shown rate;
        Shown slots;
        for (const std::size_t claim : policies_.kinds[request.kind]) {
            const Policy policy = policies_.claims[claim].policy;
            const Limit& limit = policies_.claims[claim].limit;
            const ModelAccount& spent = account(request.subject, claim);
            const Shown its_rate{policy, limit.requests, spent.requests_left(limit)};
            const Shown its_slots{policy, limit.concurrent, spent.slots_left(limit)};
            if (limit.requests > 0 &&
                (of_rate ? claim == *of_rate : !rate.policy || its_rate.remaining <= rate.remaining))
                rate = its_rate;
            if (limit.concurrent > 0 &&
                (of_slots ? claim == *of_slots : !slots.policy || its_slots.remaining <= slots.remaining))
                slots = its_slots;
        }
        if (shown(request.permit.rate) != rate) return "another rate is shown";
        if (shown(request.permit.concurrency) != slots) return "other slots are shown";
        return {};
    }

    void proceed(Request& request) {
        switch (random_.below(5)) {
            case 0: charge(request); break;
            case 1: request.permit.reacquire(); break;  // it has its slots already: no effect
            case 2:
                run(request, -1);
                request.permit.reset();
                request.state = State::none;
                break;
            default:
                run(request, -1);
                request.permit.release();
                if (random_.one_in(3)) request.permit.release();
                request.state = State::released;
        }
    }
    void end(Request& request) {
        switch (random_.below(4)) {
            case 0: charge(request); break;
            case 1:
                request.permit.reacquire();
                run(request, +1);
                request.state = State::running;
                break;
            default: request.permit.reset(); request.state = State::none;
        }
    }

    // Only immediately: before anything else that was accepted could be confused with it.
    void refund(Request& request) {
        run(request, -1);
        for (const std::size_t claim : policies_.kinds[request.kind])
            if (policies_.claims[claim].limit.requests > 0)
                account(request.subject, claim).accepted.pop_back();
        request.permit.refund();
        request.state = State::none;
    }
    void run(const Request& request, int more) {
        for (const std::size_t claim : policies_.kinds[request.kind])
            account(request.subject, claim).running += more;
    }
    void charge(Request& request) {
        const auto units = static_cast<std::int64_t>(random_.below(std::size_t{1} << random_.below(20)));
        request.permit.charge(units);
        for (const std::size_t claim : policies_.kinds[request.kind]) {
            ModelAccount& spent = account(request.subject, claim);
            spent.pass_time(policies_.claims[claim].limit, now_);
            if (policies_.claims[claim].limit.drained > 0) spent.level += units * 1'000'000;
        }
    }

    RandomNumbers random_;
    Policies policies_;
    std::vector<Subject> subjects_;
    std::vector<ModelAccount> accounts_;
    test::ManualStopwatch stopwatch_;
    std::int64_t now_ =
        std::chrono::duration_cast<std::chrono::microseconds>(stopwatch_.now().time_since_epoch()).count();
    LocalLedger ledger_{stopwatch_};
    std::array<Request, 48> requests_;
};

TEST(LocalLedgerProperties, EveryAnswerIsThatOfAPlainModel) {
    constexpr int kStepsOfARound = 80'000;
    constexpr std::uint64_t kFirstSeed = 7'000;
    std::cout << "seeds " << kFirstSeed << " to " << kFirstSeed + kRounds - 1 << '\n';
    std::int64_t admitted = 0;
    std::array<std::int64_t, 3> refused{};
    for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
        Comparison comparison{seed};
        for (int i = 0; i < kStepsOfARound; ++i) {
            const std::string difference = comparison.step();
            ASSERT_TRUE(difference.empty()) << difference << ", seed " << seed << ", step " << i;
        }
        admitted += comparison.admitted;
        for (std::size_t i = 0; i < refused.size(); ++i) refused[i] += comparison.refused[i];
    }

    // The run is meaningful: many were admitted, and many refused for each of the reasons.
    constexpr std::int64_t kSteps = std::int64_t{kRounds} * kStepsOfARound;
    EXPECT_GT(admitted, kSteps / 20);
    for (const std::int64_t each : refused) EXPECT_GT(each, kSteps / 200);
}

// The documented bucket of the Analytics API: a call is admitted if and only if the bucket has at most
// 100,000 bytes, and 100,000 drain per second. After the returned wait a call is admitted, and one second
// earlier it would not be.
TEST(LocalLedgerProperties, ABucketIsOpenExactlyWhileItHoldsNoMoreThanItMay) {
    constexpr std::int64_t kDrained = 100'000;
    constexpr int kSteps = 5'000 * kRounds;
    const std::vector<Claim> analytics{
        {.policy = Policy::analytics, .operation = 1, .limit = {.drained = kDrained, .bucket = kDrained}}};
    test::ManualStopwatch stopwatch;
    LocalLedger ledger{stopwatch};
    const Subject subject = Subject::of("somebody");
    RandomNumbers random{8'000};
    std::int64_t level = 0;  // in millionths of a byte
    const auto pass = [&](std::int64_t micros) {
        stopwatch.advance(std::chrono::microseconds{micros});
        level = std::max<std::int64_t>(0, level - kDrained * micros);
    };
    const auto refused_for = [&](Permit& permit) -> std::int64_t {
        ledger.admit(subject, analytics, stopwatch.now(), permit);
        return permit.refused ? permit.refused->retry_after.count() : 0;
    };
    int refused = 0;
    for (int step = 0; step < kSteps; ++step) {
        Permit permit;
        const std::int64_t wait = refused_for(permit);
        ASSERT_EQ(wait == 0, level <= kDrained * 1'000'000) << step;
        if (wait == 0) {
            const auto bytes = static_cast<std::int64_t>(random.below(std::size_t{1} << random.below(23)));
            permit.charge(bytes);
            level += bytes * 1'000'000;
        } else if (++refused; random.one_in(2)) {
            pass((wait - 1) * 1'000'000);
            ASSERT_EQ(refused_for(permit), 1) << step;
            pass(1'000'000);
            ASSERT_EQ(refused_for(permit), 0) << step;
        } else if (random.one_in(2)) {
            // To the microsecond at which it is admitted again, or the one before.
            const std::int64_t over = level - kDrained * 1'000'000;
            pass((over + kDrained - 1) / kDrained - (random.one_in(2) ? 1 : 0));
        }
        pass(random.micros_below(random.one_of<std::int64_t>({1, 1'000, 400'000, 3'000'000})));
    }
    EXPECT_GT(refused, kSteps / 20);
}

// Four threads: invariants for every possible order of their calls.

// Advances with every read, so that its times also order the calls.
class SharedTime final : public Stopwatch {
  public:
    Instant now() const override { return instant(micros_.load()); }
    std::int64_t tick(std::int64_t by = 1) { return micros_.fetch_add(by) + by; }

  private:
    std::atomic<std::int64_t> micros_{std::int64_t{1} << 40};
};

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

// A request as its thread sees it. The ledger decided between `begun` and `returned`; it counts from a time
// between `asked_at` and `returned`.
struct Event {
    std::int64_t asked_at = 0;
    std::int64_t begun = 0;
    std::int64_t returned = 0;
    std::int64_t released = kNever;  // after the release
    std::int64_t bytes = 0;
    std::uint32_t subject = 0;
    std::uint16_t kind = 0;
    std::optional<Permit::Refusal> refused;
};

class ThreadedLoad {
  public:
    static constexpr std::size_t kThreads = 4;

    explicit ThreadedLoad(std::uint64_t seed) : seed_(seed) {
        policies_.claims = {
            {.policy = Policy::customer_api, .limit = {.requests = 10, .concurrent = 8}},
            {.policy = Policy::publication, .limit = {.requests = 2}},
            {.policy = Policy::candidate_list, .limit = {.concurrent = 1}},
            {.policy = Policy::analytics,
             .operation = 1,
             .limit = {.concurrent = 1, .drained = 100'000, .bucket = 100'000}},
            {.policy = Policy::token_endpoint, .limit = {.requests = 50}},
            {.policy = Policy::sign_in_by_account, .limit = {.requests = 5, .period = Micro{60'000'000}}},
        };
        policies_.kinds = {{0}, {0}, {0, 1}, {0, 2}, {0, 3}, {4}, {4}, {5}, {0, 1, 2}};
        policies_.complete();
        RandomNumbers random{seed};
        subjects_ = make_subjects(kSubjects, random);
        in_flight_ = std::vector<std::atomic<int>>(kSubjects * policies_.claims.size());
    }

    // Each thread executes that many steps; another one forgets idle subjects.
    void run(int steps) {
        // Requests of the previous round no longer count.
        time_.tick(600'000'000);
        began_ = time_.tick();
        ++round_;
        std::atomic<bool> done = false;
        std::thread janitor{[&] {
            while (!done) {
                ledger_.forget_idle();
                std::this_thread::sleep_for(200us);
            }
        }};
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < kThreads; ++i) threads.emplace_back([this, i, steps] { work(i, steps); });
        for (std::thread& each : threads) each.join();
        done = true;
        janitor.join();
        check();
    }

    // All slots and requests are available again.
    void expect_all_released() {
        time_.tick(600'000'000);
        for (const Subject& subject : subjects_) {
            Permit permit;
            ledger_.admit(subject, policies_.claims_of_kinds.back(), time_.now(), permit);
            ASSERT_FALSE(permit.refused);
            ASSERT_EQ(shown(permit.rate), (Shown{Policy::publication, 2, 1}));
            ASSERT_EQ(shown(permit.concurrency), (Shown{Policy::candidate_list, 1, 0}));
            permit.release();
            ledger_.admit(subject, policies_.claims_of_kinds.front(), time_.now(), permit);
            ASSERT_EQ(shown(permit.concurrency), (Shown{Policy::customer_api, 8, 7}));
        }
    }

    std::int64_t admitted = 0;
    std::array<std::int64_t, 3> refused{};

  private:
    static constexpr std::size_t kShared = 4;  // used by all threads
    static constexpr std::size_t kOwn = 4;     // of each thread
    static constexpr std::size_t kRare = 1'500;
    static constexpr std::size_t kSubjects = kShared + kThreads * kOwn + kRare;

    struct Running {
        Permit permit;
        std::size_t event = 0;
        bool runs = false;
    };

    void work(std::size_t number, int steps) {
        RandomNumbers random{seed_ * 1'000 + round_ * kThreads + number};
        std::vector<Event>& events = events_[number];
        events.clear();
        events.reserve(static_cast<std::size_t>(steps));
        std::array<Running, 8> all;
        std::int64_t seen = time_.tick();
        for (int i = 0; i < steps; ++i) {
            Running& one = all[random.below(all.size())];
            if (one.runs) {
                if (random.one_in(2)) charge(one, events[one.event], random);
                release(one, events[one.event]);
                continue;
            }
            // Sometimes a thread reuses the time of its previous request.
            if (!random.one_in(4)) seen = time_.tick(random.micros_below(random.one_in(8) ? 30'000 : 2'000));
            Event& event = events.emplace_back();
            event.subject = static_cast<std::uint32_t>(some_subject(number, random));
            event.kind = static_cast<std::uint16_t>(random.below(policies_.kinds.size()));
            event.asked_at = seen;
            begin(one, event);
            one.event = events.size() - 1;
        }
        for (Running& each : all)
            if (each.runs) release(each, events[each.event]);
    }

    std::size_t some_subject(std::size_t thread, RandomNumbers& random) {
        const std::size_t what = random.below(10);
        if (what < 6) return random.below(kShared);
        if (what < 8) return kShared + thread * kOwn + random.below(kOwn);
        return kShared + kThreads * kOwn + random.below(kRare);
    }

    void begin(Running& one, Event& event) {
        const auto& claims = policies_.claims_of_kinds[event.kind];
        ledger_.prefetch(subjects_[event.subject], claims);
        event.begun = time_.tick();
        ledger_.admit(subjects_[event.subject], claims, instant(event.asked_at), one.permit);
        event.returned = time_.tick();
        event.refused = one.permit.refused;
        one.runs = !event.refused;
        if (!one.runs) return;
        for (const std::size_t claim : policies_.kinds[event.kind]) {
            const int limit = policies_.claims[claim].limit.concurrent;
            const int running = in_flight(event, claim).fetch_add(1) + 1;
            if (limit > 0 && running > limit) ++too_many_in_flight_;
        }
    }
    void release(Running& one, Event& event) {
        for (const std::size_t claim : policies_.kinds[event.kind]) in_flight(event, claim).fetch_sub(1);
        one.permit.release();
        event.released = time_.tick();
        one.runs = false;
    }
    void charge(Running& one, Event& event, RandomNumbers& random) {
        event.bytes = static_cast<std::int64_t>(random.below(kLargest) + 1);
        one.permit.charge(event.bytes);
    }

    std::atomic<int>& in_flight(const Event& event, std::size_t claim) {
        return in_flight_[event.subject * policies_.claims.size() + claim];
    }

    void check() {
        EXPECT_EQ(too_many_in_flight_.load(), 0);
        const std::int64_t seconds = (time_.tick() - began_) / 1'000'000 + 1;
        const std::size_t claims = policies_.claims.size();
        accepted_.resize(kSubjects * claims);
        refused_.resize(kSubjects * claims);
        for (auto& each : accepted_) each.clear();
        for (auto& each : refused_) each.clear();
        for (const auto& events : events_) {
            for (const Event& event : events) {
                for (const std::size_t claim : policies_.kinds[event.kind]) {
                    const std::size_t account = event.subject * claims + claim;
                    if (!event.refused)
                        accepted_[account].push_back(&event);
                    else if (event.refused->policy == policies_.claims[claim].policy)
                        refused_[account].push_back(&event);
                }
                if (event.refused)
                    ++refused[static_cast<std::size_t>(event.refused->reason)];
                else
                    ++admitted;
            }
        }
        for (std::size_t account = 0; account < accepted_.size(); ++account) {
            const Limit& limit = policies_.claims[account % claims].limit;
            const int faults = too_many_in_a_period(accepted_[account], limit) +
                               refused_with_room(accepted_[account], refused_[account], limit) +
                               too_many_bytes(accepted_[account], limit, seconds);
            ASSERT_EQ(faults, 0) << "round " << round_ << ", account " << account << " of " << claims;
        }
    }

    using Events = std::vector<const Event*>;

    // Those that lie completely within a period, whenever during the call each was decided.
    static int too_many_in_a_period(Events& accepted, const Limit& limit) {
        if (limit.requests == 0) return 0;
        std::ranges::sort(accepted, {}, &Event::asked_at);
        int faults = 0;
        for (auto first = accepted.begin(); first != accepted.end(); ++first) {
            const std::int64_t end = (*first)->asked_at + limit.period.count();
            int inside = 0;
            for (auto each = first; each != accepted.end() && (*each)->asked_at < end; ++each)
                inside += (*each)->returned < end ? 1 : 0;
            if (inside > limit.requests) ++faults;
        }
        return faults;
    }

    // Even if all possible requests counted, there was room.
    static int refused_with_room(Events& accepted, const Events& refused, const Limit& limit) {
        int faults = 0;
        std::ranges::sort(accepted, {}, &Event::returned);
        for (const Event* each : refused) {
            if (each->refused->reason != Reason::rate) continue;
            const std::int64_t since = each->asked_at - limit.period.count();
            int counted = 0;
            for (auto one = std::ranges::upper_bound(accepted, since, {}, &Event::returned);
                 one != accepted.end() && counted < limit.requests; ++one)
                counted += (*one)->begun < each->returned ? 1 : 0;
            if (counted < limit.requests) ++faults;
        }
        std::ranges::sort(accepted, {}, &Event::begun);
        for (const Event* each : refused) {
            if (each->refused->reason != Reason::concurrency) continue;
            int running = 0;
            for (auto one = std::ranges::lower_bound(accepted, each->returned, {}, &Event::begun);
                 one != accepted.begin() && running < limit.concurrent;)
                running += (*--one)->released > each->begun ? 1 : 0;
            if (running < limit.concurrent) ++faults;
        }
        return faults;
    }

    // Of all bytes added to a bucket, only those drained or still in it are gone.
    static int too_many_bytes(const Events& accepted, const Limit& limit, std::int64_t seconds) {
        if (limit.drained == 0) return 0;
        std::int64_t bytes = 0;
        for (const Event* each : accepted) bytes += each->bytes;
        return bytes > seconds * limit.drained + limit.bucket + limit.concurrent * kLargest ? 1 : 0;
    }

    static constexpr std::int64_t kLargest = 300'000;

    const std::uint64_t seed_;
    Policies policies_;
    std::vector<Subject> subjects_;
    SharedTime time_;
    LocalLedger ledger_{time_};
    std::uint64_t round_ = 0;
    std::int64_t began_ = 0;
    std::vector<std::atomic<int>> in_flight_;
    std::atomic<int> too_many_in_flight_ = 0;
    std::array<std::vector<Event>, kThreads> events_;
    std::vector<Events> accepted_;
    std::vector<Events> refused_;
};

TEST(LocalLedgerProperties, NoLimitIsBrokenAndNoRoomIsDeniedByFourThreads) {
    constexpr int kStepsOfAThread = 42'000;
    constexpr std::uint64_t kSeed = 9'000;
    std::cout << "seed " << kSeed << '\n';
    ThreadedLoad load{kSeed};
    for (int i = 0; i < kRounds; ++i) {
        load.run(kStepsOfAThread);
        ASSERT_FALSE(HasFatalFailure() || HasNonfatalFailure());
    }
    load.expect_all_released();

    constexpr std::int64_t kSteps = std::int64_t{kRounds} * kStepsOfAThread * ThreadedLoad::kThreads;
    EXPECT_GT(load.admitted, kSteps / 20);
    for (const std::int64_t each : load.refused) EXPECT_GT(each, kSteps / 200);
}

}  // namespace
}  // namespace callboard::throttle
