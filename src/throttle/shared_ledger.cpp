#include "throttle/shared_ledger.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <hiredis/hiredis.h>

#include "base/digest.h"
#include "base/embedded.h"
#include "base/encoding.h"
#include "base/random.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::microseconds kLeaseDuration =
    15s;  // after which the slots of a crashed server are free
constexpr auto kRenewalInterval = 10s;

// Function names contain a hash of their code: while servers of two versions share a Redis during an update,
// neither replaces the functions of the other.
const std::string& version() {
    static const std::string kVersion = to_hex(sha256(lua_files().front().text)).substr(0, 12);
    return kVersion;
}

std::string library() {
    constexpr std::string_view kPlace = "callboard_VERSION";
    std::string text{lua_files().front().text};
    for (auto at = text.find(kPlace); at != std::string::npos; at = text.find(kPlace, at))
        text.replace(at, kPlace.size(), "callboard_" + version());
    return text;
}

// All keys of a subject have the same hash tag, so that Redis Cluster keeps them in one hash slot.
std::string key_of(const Subject& subject, const Claim& claim) {
    std::string key = "callboard:{" + to_hex(subject.digest) + "}:";
    key += callboard::name_of(claim.policy);
    if (claim.operation != 0) key += ":" + std::to_string(claim.operation);
    return key;
}

bool has_slot(const Claim& claim) {
    return claim.limit.concurrent > 0;
}

std::vector<std::string> call(std::string_view function, const Subject& subject,
                              std::span<const Claim> claims) {
    std::vector<std::string> words{"FCALL", "callboard_" + version() + "_" + std::string{function},
                                   std::to_string(claims.size())};
    for (const Claim& claim : claims) words.push_back(key_of(subject, claim));
    return words;
}

}  // namespace

SharedLedger::SharedLedger(const RedisAddress& address, LocalLedger& local, const Stopwatch& stopwatch,
                           RedisLink::StateListener listener)
    : local_(local),
      stopwatch_(stopwatch),
      node_(random_text(8, "0123456789abcdefghijklmnopqrstuvwxyz")),
      link_(address, library(), stopwatch,
            [this, listener = std::move(listener)](bool up, std::string_view why) {
                listener(up, why);
                if (up) end_orphaned_leases();
            }),
      renewal_(1s, [this] { renew_leases(); }) {}

std::string SharedLedger::name_of_lease(std::uint64_t lease) const {
    return node_ + ":" + std::to_string(lease);
}

void SharedLedger::prefetch(const Subject& subject, Claims claims) {
    if (!link_.up()) local_.prefetch(subject, claims);
}

bool SharedLedger::admit(const Subject& subject, Claims claims, Instant now, Permit& permit,
                         std::move_only_function<void()> ready) {
    permit.reset();
    if (claims.empty()) return true;
    const std::uint64_t lease = last_lease_.fetch_add(1, std::memory_order_relaxed) + 1;
    std::vector<std::string> words = call("admit", subject, claims);
    words.push_back(name_of_lease(lease));
    words.push_back(std::to_string(kLeaseDuration.count()));
    for (const Claim& claim : claims) {
        words.push_back(std::to_string(claim.limit.requests));
        words.push_back(std::to_string(claim.limit.period.count()));
        words.push_back(std::to_string(claim.limit.concurrent));
        words.push_back(std::to_string(claim.limit.drained));
        words.push_back(std::to_string(claim.limit.bucket));
    }
    permit.lease_ = lease;
    auto done = [this, subject, claims, &permit, ready = std::move(ready)](const redisReply* reply) mutable {
        if (reply && reply->type == REDIS_REPLY_ARRAY && reply->elements == 3 + 2 * claims.size()) {
            apply_reply(*reply, subject, claims, permit);
        } else {
            // Redis may have admitted it although the response was lost, so the lease must be released later.
            add_orphan({subject, claims, stopwatch_.now()}, permit.lease_);
            admit_locally(subject, claims, stopwatch_.now(), permit);
        }
        ready();
    };
    if (link_.up() && link_.send(words, std::move(done))) return false;
    admit_locally(subject, claims, now, permit);
    return true;
}

void SharedLedger::admit_locally(const Subject& subject, Claims claims, Instant now, Permit& permit) {
    local_decisions_.fetch_add(1, std::memory_order_relaxed);
    local_.admit(subject, claims, now, permit);
}

void SharedLedger::apply_reply(const redisReply& reply, const Subject& subject, Claims claims,
                               Permit& permit) {
    const auto number = [&](std::size_t index) { return reply.element[index]->integer; };
    if (const auto refused = static_cast<std::size_t>(number(0)); refused > 0) {
        const auto wait = std::chrono::ceil<std::chrono::seconds>(std::chrono::microseconds{number(2)});
        permit.refused = Permit::Refusal{.policy = claims[refused - 1].policy,
                                         .reason = static_cast<Reason>(number(1) - 1),
                                         .retry_after = std::max(wait, std::chrono::seconds{1})};
    }
    for (std::size_t i = 0; i < claims.size(); ++i)
        permit.show(claims[i], static_cast<std::uint16_t>(number(3 + 2 * i)),
                    static_cast<std::uint16_t>(number(4 + 2 * i)));
    if (permit.refused) return;
    permit.ledger_ = this;
    permit.subject_ = subject;
    permit.claims_ = claims;
    permit.has_slots_ = permit.holds_slots_ = std::ranges::any_of(claims, has_slot);
    if (!permit.holds_slots_) return;
    const std::lock_guard lock{mutex_};
    leases_.emplace(permit.lease_, Lease{subject, claims, stopwatch_.now()});
}

bool SharedLedger::set_lease(const Lease& lease, std::uint64_t id, std::chrono::microseconds duration) {
    std::vector<Claim> slots;
    std::ranges::copy_if(lease.claims, std::back_inserter(slots), has_slot);
    std::vector<std::string> words = call("hold", lease.subject, slots);
    words.push_back(name_of_lease(id));
    words.push_back(std::to_string(duration.count()));
    for (const Claim& claim : slots) words.push_back(std::to_string(claim.limit.period.count()));
    return link_.send(words, [this, lease, id, ended = duration == 0us](const redisReply* reply) {
        if (!reply && ended) add_orphan(lease, id);
    });
}

void SharedLedger::add_orphan(const Lease& lease, std::uint64_t id) {
    const std::lock_guard lock{mutex_};
    orphaned_.emplace(id, lease);
}

void SharedLedger::end(const Lease& lease, std::uint64_t id) {
    if (!set_lease(lease, id, 0us)) add_orphan(lease, id);
}

// Renewals are sent while the lock is held, so none can follow this release.
void SharedLedger::release(Permit& permit) {
    {
        const std::lock_guard lock{mutex_};
        leases_.erase(permit.lease_);
    }
    end({permit.subject_, permit.claims_, stopwatch_.now()}, permit.lease_);
}

void SharedLedger::reacquire(Permit& permit) {
    const Lease lease{permit.subject_, permit.claims_, stopwatch_.now()};
    {
        const std::lock_guard lock{mutex_};
        orphaned_.erase(permit.lease_);
        leases_.emplace(permit.lease_, lease);
    }
    set_lease(lease, permit.lease_, kLeaseDuration);
}

void SharedLedger::end_orphaned_leases() {
    std::unordered_map<std::uint64_t, Lease> left;
    {
        const std::lock_guard lock{mutex_};
        left.swap(orphaned_);
    }
    for (const auto& [id, lease] : left) end(lease, id);
}

void SharedLedger::charge(Permit& permit, std::int64_t units) {
    for (const Claim& claim : permit.claims_) {
        if (claim.limit.drained == 0) continue;
        std::vector<std::string> words = call("charge", permit.subject_, {&claim, 1});
        words.push_back(std::to_string(units));
        words.push_back(std::to_string(claim.limit.drained));
        words.push_back(std::to_string(claim.limit.period.count()));
        link_.send(words, [](const redisReply*) {});
    }
}

// Only sign-in attempts are refunded, and those are counted locally.
void SharedLedger::refund(Permit&) {}

void SharedLedger::renew_leases() {
    const Instant now = stopwatch_.now();
    const std::lock_guard lock{mutex_};
    std::erase_if(orphaned_, [&](const auto& each) { return now - each.second.renewed_at > kLeaseDuration; });
    for (auto& [id, lease] : leases_) {
        if (now - lease.renewed_at < kRenewalInterval) continue;
        lease.renewed_at = now;
        set_lease(lease, id, kLeaseDuration);
    }
}

}  // namespace callboard::throttle
