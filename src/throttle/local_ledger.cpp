#include "throttle/local_ledger.h"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace callboard::throttle {
namespace {

constexpr Micros kSecond = 1'000'000;

Micros micros(Stopwatch::Instant instant) {
    return std::chrono::duration_cast<std::chrono::microseconds>(instant.time_since_epoch()).count();
}

std::uint64_t key_of(const Subject& subject, const Claim& claim) {
    constexpr std::uint64_t kSpread = 0x9e37'79b9'7f4a'7c15;
    // With another period it is another account: the times in an account are relative to its period.
    const std::uint64_t which = (std::uint64_t{claim.limit.period.count()} << 32) |
                                (std::uint64_t{claim.operation} << 8) |
                                static_cast<std::uint64_t>(claim.policy);
    const std::uint64_t key = subject.hash() + which * kSpread;
    return key == 0 ? 1 : key;
}

// `index` modulo `length`, for an index below twice the length: a division would be the most expensive part
// of a decision.
std::size_t wrapped(std::size_t index, std::size_t length) {
    return index < length ? index : index - length;
}

// An account with its limit.
class Budget {
  public:
    Budget(AccountTable& table, Account& account, const Claim& claim, Micros now)
        : table_(table), account_(account), claim_(claim), limit_(claim.limit), now_(now) {
        // Another thread with a later time may have been here first: time must not go backwards within an
        // account.
        if (account.count > 0) now_ = std::max(now, account.busy_until - limit_.period.count());
    }

    void forget_old_stamps() {
        if (account_.count == 0) return;
        if (now_ >= account_.busy_until) {
            account_.count = 0;
            return;
        }
        const auto ring = table_.ring(account_, limit_.requests);
        // Before busy_until no stamp is older than two periods, so 32 bits suffice for its age.
        while (account_.count > 0 && age_of(ring[account_.first]) >= limit_.period.count()) {
            account_.first = static_cast<std::uint16_t>(wrapped(account_.first + 1U, ring.size()));
            --account_.count;
        }
    }

    // Allocates what accept() needs.
    void prepare() {
        if (limit_.requests > 0) table_.ring(account_, limit_.requests);
    }

    bool has_room() const {
        return (limit_.requests == 0 || account_.count < limit_.requests) &&
               (limit_.concurrent == 0 || account_.running < limit_.concurrent) &&
               (limit_.drained == 0 || overflow() <= 0);
    }

    void accept() {
        if (limit_.concurrent > 0) ++account_.running;
        if (limit_.requests == 0) return;
        const auto ring = table_.ring(account_, limit_.requests);
        ring[wrapped(std::size_t{account_.first} + account_.count, ring.size())] =
            static_cast<std::uint32_t>(now_);
        ++account_.count;
        account_.busy_until = now_ + limit_.period.count();
    }

    // The reason, if has_room() is false.
    Permit::Refusal refusal() const {
        if (limit_.drained > 0 && overflow() > 0) return refusal(Reason::size, overflow());
        if (limit_.requests > 0 && account_.count >= limit_.requests) {
            const auto oldest = table_.ring(account_, limit_.requests)[account_.first];
            return refusal(Reason::rate, Micros{limit_.period.count()} - age_of(oldest));
        }
        return refusal(Reason::concurrency, kSecond);
    }

    std::uint32_t stamp() const { return static_cast<std::uint32_t>(now_); }

    void take_back(std::uint32_t stamp) {
        const auto ring = table_.ring(account_);  // the limit may have changed since
        const auto at = [&](std::size_t number) -> std::uint32_t& {
            return ring[wrapped(account_.first + number, ring.size())];
        };
        std::size_t found = 0;
        while (found < account_.count && at(found) != stamp) ++found;
        if (found == account_.count) return;  // expired
        for (; found + 1 < account_.count; ++found) at(found) = at(found + 1);
        --account_.count;
    }

  private:
    std::uint32_t age_of(std::uint32_t stamp) const { return static_cast<std::uint32_t>(now_) - stamp; }

    // The time until the bucket has drained to its limit.
    Micros overflow() const {
        return account_.busy_until - now_ - Micros{limit_.bucket} * kSecond / limit_.drained;
    }

    Permit::Refusal refusal(Reason reason, Micros wait) const {
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(std::chrono::microseconds{wait});
        return {.policy = claim_.policy,
                .reason = reason,
                .retry_after = std::max(seconds, std::chrono::seconds{1})};
    }

    AccountTable& table_;
    Account& account_;
    const Claim& claim_;
    const Limit& limit_;
    Micros now_;
};

}  // namespace

void LocalLedger::admit(const Subject& subject, Claims claims, Instant now, Permit& permit) {
    permit.reset();
    const Micros time = micros(now);
    Shard& shard = shard_of(subject);
    AccountTable& table = shard.table;
    const std::lock_guard lock{shard.lock};
    table.make_room(claims.size(), time);

    std::array<Account*, kMostClaims> accounts{};
    for (std::size_t i = 0; i < claims.size(); ++i) {
        accounts[i] = &table.find_or_add(key_of(subject, claims[i]));
        Budget budget{table, *accounts[i], claims[i], time};
        budget.forget_old_stamps();
        budget.prepare();
        if (!budget.has_room()) permit.refuse(budget.refusal());
    }
    bool slots = false;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        Budget budget{table, *accounts[i], claims[i], time};
        if (!permit.refused) budget.accept();
        permit.show(claims[i], accounts[i]->count, accounts[i]->running);
        permit.places_[i] = {
            .index = table.index_of(*accounts[i]), .table_age = table.age(), .stamp = budget.stamp()};
        slots = slots || claims[i].limit.concurrent > 0;
    }
    if (permit.refused) return;
    permit.ledger_ = this;
    permit.subject_ = subject;
    permit.claims_ = claims;
    permit.has_slots_ = permit.holds_slots_ = slots;
}

void LocalLedger::prefetch(const Subject& subject, Claims claims) {
    const Shard& shard = shard_of(subject);
    for (const Claim& claim : claims) shard.table.prefetch(key_of(subject, claim));
}

void LocalLedger::release(Permit& permit) {
    Shard& shard = shard_of(permit.subject_);
    const std::lock_guard lock{shard.lock};
    for (std::size_t i = 0; i < permit.claims_.size(); ++i) {
        const Claim& claim = permit.claims_[i];
        const auto& place = permit.places_[i];
        // An account with a running request is never dropped.
        if (claim.limit.concurrent > 0)
            --shard.table.at(place.index, place.table_age, key_of(permit.subject_, claim)).running;
    }
}

void LocalLedger::reacquire(Permit& permit) {
    Shard& shard = shard_of(permit.subject_);
    const std::lock_guard lock{shard.lock};
    shard.table.make_room(permit.claims_.size(), micros(stopwatch_.now()));
    for (std::size_t i = 0; i < permit.claims_.size(); ++i) {
        const Claim& claim = permit.claims_[i];
        Account& account = shard.table.find_or_add(key_of(permit.subject_, claim));
        if (claim.limit.concurrent > 0) ++account.running;
        permit.places_[i].index = shard.table.index_of(account);
        permit.places_[i].table_age = shard.table.age();
    }
}

void LocalLedger::charge(Permit& permit, std::int64_t units) {
    const Micros now = micros(stopwatch_.now());
    Shard& shard = shard_of(permit.subject_);
    const std::lock_guard lock{shard.lock};
    shard.table.make_room(permit.claims_.size(), now);
    for (const Claim& claim : permit.claims_) {
        if (claim.limit.drained == 0) continue;
        Account& account = shard.table.find_or_add(key_of(permit.subject_, claim));
        const Micros cost = (units * kSecond + claim.limit.drained - 1) / claim.limit.drained;
        account.busy_until = std::max(account.busy_until, now) + cost;
    }
}

void LocalLedger::refund(Permit& permit) {
    Shard& shard = shard_of(permit.subject_);
    const std::lock_guard lock{shard.lock};
    const Micros now = micros(stopwatch_.now());
    shard.table.make_room(permit.claims_.size(), now);
    for (std::size_t i = 0; i < permit.claims_.size(); ++i) {
        const Claim& claim = permit.claims_[i];
        if (claim.limit.requests == 0) continue;
        Account& account = shard.table.find_or_add(key_of(permit.subject_, claim));
        Budget{shard.table, account, claim, now}.take_back(permit.places_[i].stamp);
    }
}

void LocalLedger::forget_idle() {
    const Micros now = micros(stopwatch_.now());
    for (Shard& shard : shards_) {
        const std::lock_guard lock{shard.lock};
        shard.table.forget_idle(now);
    }
}

std::size_t LocalLedger::bytes() {
    std::size_t total = 0;
    for (Shard& shard : shards_) {
        const std::lock_guard lock{shard.lock};
        total += shard.table.bytes();
    }
    return total;
}

}  // namespace callboard::throttle
