// The interface of rate and concurrency limiting: claims are checked, permits are granted.
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

// Who is counted: a user of the Customer API, or an IP address. A digest, so that all have one size and
// cannot be traced back to the caller.
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

// One policy that applies to a request.
struct Claim {
    Policy policy{};
    std::uint32_t operation = 0;  // for policies with a separate budget per operation
    Limit limit;
};
inline constexpr std::size_t kMostClaims = 3;

// Ordered from general to specific. They must outlive every permit granted for them.
using Claims = std::span<const Claim>;

enum class Reason { rate, concurrency, size };

// A limit and what remains of it after the request.
struct Share {
    Policy policy{};
    std::uint16_t limit = 0;
    std::uint16_t remaining = 0;
    std::uint16_t seconds = 1;  // until all of it is available again

    bool operator==(const Share&) const = default;
};

class Ledger;

// The decision. An admitted request counts as running until its permit is released or destroyed.
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
    std::optional<Share> rate;         // of the policy with the least remaining, or of the violated one
    std::optional<Share> concurrency;  // the same

    // Frees the concurrency slots. Idempotent.
    void release();
    // Takes the slots again, regardless of the limit, because the response could not be sent completely.
    void reacquire();
    // Charges the bytes of the response body that were sent.
    void charge(std::int64_t bytes);
    // Undoes the charge of the request.
    void refund();

    void reset();  // releases it, for reuse by the next request

    Claims claims() const { return ledger_ ? claims_ : Claims{}; }  // for which it was admitted

  private:
    friend class LocalLedger;
    friend class SharedLedger;

    // Records what remains of a claim if it is less than that of other claims, and always for the violated
    // one.
    void show(const Claim& claim, std::uint16_t requests, std::uint16_t running) {
        if (claim.limit.requests > 0) show(rate, claim, Reason::rate, claim.limit.requests, requests);
        if (claim.limit.concurrent > 0)
            show(concurrency, claim, Reason::concurrency, claim.limit.concurrent, running);
    }
    void show(std::optional<Share>& shown, const Claim& claim, Reason reason, std::uint16_t limit,
              std::uint16_t taken) const;

    // Of several reasons the one with the longest wait is reported, so that a client that waits for it is not
    // refused for another one.
    void refuse(const Refusal& why) {
        if (!refused || why.retry_after >= refused->retry_after) refused = why;
    }

    // The position of an account, valid as long as its table was not rebuilt, and the stamp written there.
    struct Place {
        std::uint32_t index = 0;
        std::uint32_t table_age = 0;
        std::uint32_t stamp = 0;
    };

    Ledger* ledger_ = nullptr;  // the one that admitted it
    bool has_slots_ = false;
    bool holds_slots_ = false;  // not yet released
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

    // Checks every claim, then charges all of them or none. Returns true if the permit is filled. Otherwise
    // `ready` is called once, on any thread, when it is; the permit must live until then.
    virtual bool admit(const Subject& subject, Claims claims, Instant now, Permit& permit,
                       std::move_only_function<void()> ready) = 0;

    // Prefetches the accounts into the CPU cache.
    virtual void prefetch(const Subject& subject, Claims claims) = 0;

    // False if budgets should be shared between servers but currently are not.
    virtual bool healthy() const = 0;

  protected:
    friend class Permit;
    virtual void release(Permit& permit) = 0;
    virtual void reacquire(Permit& permit) = 0;
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
inline void Permit::reacquire() {
    if (!ledger_ || holds_slots_ || !has_slots_) return;
    holds_slots_ = true;
    ledger_->reacquire(*this);
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
