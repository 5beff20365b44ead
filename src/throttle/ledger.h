// The question whether a request may go on, and its answer.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/digest.h"
#include "throttle/policy.h"

namespace callboard::throttle {

// Who is counted: a user of the Customer API, or an address. A digest, so that a table of them has rows of
// one size and tells nobody who calls.
struct Subject {
    std::array<std::uint8_t, 16> digest{};

    static Subject of(std::string_view name) {
        const Sha256 digest = sha256(name);
        Subject subject;
        std::copy_n(digest.begin(), subject.digest.size(), subject.digest.begin());
        return subject;
    }

    std::uint64_t hash() const {
        std::uint64_t bits = 0;
        std::memcpy(&bits, digest.data(), sizeof bits);
        return bits;
    }
    bool operator==(const Subject&) const = default;
};

// One policy that a request comes under.
struct Claim {
    Policy policy{};
    std::uint32_t operation = 0;  // where each operation has the budget for itself
    Limit limit;
};
inline constexpr std::size_t kMostClaims = 3;

// The more special a policy, the later it comes. They outlive every permit that was given for them.
using Claims = std::span<const Claim>;

enum class Reason { rate, concurrency, size };

// Of what a request came under: how much there is, and how much is left after it.
struct Share {
    Policy policy{};
    std::uint16_t limit = 0;
    std::uint16_t remaining = 0;
    std::uint16_t seconds = 1;  // until all of it is back

    bool operator==(const Share&) const = default;
};

class Ledger;

// The answer. While an admitted one lives, and was not released, the request counts as running.
class Permit {
  public:
    Permit() = default;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() { release(); }

    struct Refusal {
        Policy policy{};
        Reason reason{};
        std::chrono::seconds retry_after{};
    };
    std::optional<Refusal> refused;
    std::optional<Share> rate;         // of the policy with the fewest left, or of the violated one
    std::optional<Share> concurrency;  // the same

    // Gives the slots back. More than once is harmless.
    void release();
    // Takes them again, whatever the limit says: the response that seemed to be out is held up.
    void retake();
    // What has gone out of the response's body.
    void charge(std::int64_t bytes);
    // The request is as if it had not been.
    void refund();

    void reset();  // released, and empty for the next request

    Claims claims() const { return ledger_ ? claims_ : Claims{}; }  // that it was admitted for

  private:
    friend class LocalLedger;
    friend class SharedLedger;

    // Shows what is left of a claim, unless there is less left of another; the violated one in any case.
    void show(const Claim& claim, std::uint16_t requests, std::uint16_t running) {
        if (claim.limit.requests > 0) show(rate, claim, Reason::rate, claim.limit.requests, requests);
        if (claim.limit.concurrent > 0)
            show(concurrency, claim, Reason::concurrency, claim.limit.concurrent, running);
    }
    void show(std::optional<Share>& shown, const Claim& claim, Reason reason, std::uint16_t limit,
              std::uint16_t taken) const;

    // Of several reasons the one that lasts longest is told: whoever waits that long is not refused for
    // another.
    void refuse(const Refusal& why) {
        if (!refused || why.retry_after >= refused->retry_after) refused = why;
    }

    // Where an account was found: it is there still, if its table has the same age. And what was written
    // there.
    struct Place {
        std::uint32_t index = 0;
        std::uint32_t table_age = 0;
        std::uint32_t stamp = 0;
    };

    Ledger* ledger_ = nullptr;  // whoever admitted it
    bool has_slots_ = false;
    bool holds_slots_ = false;  // and has not given them back
    Subject subject_;
    Claims claims_;
    std::array<Place, kMostClaims> places_{};
    std::uint64_t lease_ = 0;
};

class Ledger {
  public:
    using Instant = Stopwatch::Instant;

    Ledger() = default;
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;
    virtual ~Ledger() = default;

    // Checks every claim, then charges all of them or none. True: the permit is filled. False: it will be,
    // and then `ready` is called, once, on any thread; until then the permit must live.
    virtual bool admit(const Subject& subject, Claims claims, Instant now, Permit& permit,
                       std::move_only_function<void()> ready) = 0;

    // The accounts will be asked for soon.
    virtual void prefetch(const Subject& subject, Claims claims) = 0;

    // Do budgets hold for all nodes at the moment, if they are meant to?
    virtual bool healthy() const = 0;

  protected:
    friend class Permit;
    virtual void release(Permit& permit) = 0;
    virtual void retake(Permit& permit) = 0;
    virtual void charge(Permit& permit, std::int64_t units) = 0;
    virtual void refund(Permit& permit) = 0;
};

inline void Permit::show(std::optional<Share>& shown, const Claim& claim, Reason reason, std::uint16_t limit,
                         std::uint16_t taken) const {
    const auto remaining = static_cast<std::uint16_t>(taken < limit ? limit - taken : 0);
    const bool wanted = refused && refused->reason == reason ? refused->policy == claim.policy
                                                             : !shown || remaining <= shown->remaining;
    if (!wanted) return;
    const auto period = std::chrono::ceil<std::chrono::duration<std::uint16_t>>(claim.limit.period);
    shown = Share{.policy = claim.policy, .limit = limit, .remaining = remaining, .seconds = period.count()};
}
inline void Permit::release() {
    if (std::exchange(holds_slots_, false)) ledger_->release(*this);
}
inline void Permit::retake() {
    if (!ledger_ || holds_slots_ || !has_slots_) return;
    holds_slots_ = true;
    ledger_->retake(*this);
}
inline void Permit::charge(std::int64_t bytes) {
    if (ledger_ && bytes > 0) ledger_->charge(*this, bytes);
}
inline void Permit::refund() {
    release();
    if (ledger_) std::exchange(ledger_, nullptr)->refund(*this);
}
inline void Permit::reset() {
    release();
    ledger_ = nullptr;
    refused.reset();
    rate.reset();
    concurrency.reset();
}

}  // namespace callboard::throttle
