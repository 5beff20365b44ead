// A hash table of accounts, one cache line per subject and policy. Not thread-safe: LocalLedger locks each
// table.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace callboard::throttle {

// Microseconds of the monotonic clock.
using Micros = std::int64_t;

inline constexpr std::size_t kInlineStamps = 10;
inline constexpr std::uint8_t kExternalRing = 255;

// What a subject has used of one policy. All zeros: nothing used, and a free slot of the table.
struct alignas(64) Account {
    std::uint64_t key;
    // The end of the newest request's period, or the time at which the bucket is empty. After it the account
    // can be dropped.
    Micros busy_until;
    // A ring buffer of acceptance times: the low 32 bits of microseconds.
    std::array<std::uint32_t, kInlineStamps> stamps;
    std::uint16_t running;
    std::uint16_t first;       // index of the oldest stamp
    std::uint16_t count;       // number of stamps
    std::uint8_t ring_length;  // kExternalRing: it is too long for `stamps`, and stamps[0] is its index

    bool idle(Micros now) const { return running == 0 && now >= busy_until; }
};
static_assert(sizeof(Account) == 64);

class AccountTable {
  public:
    AccountTable() = default;
    AccountTable(const AccountTable&) = delete;
    AccountTable& operator=(const AccountTable&) = delete;

    // References from find_or_add() stay valid until the next call.
    void make_room(std::size_t more, Micros now) {
        if ((used_ + more) * 4 > capacity_ * 3) rebuild(more, now);
    }
    Account& find_or_add(std::uint64_t key) {
        Account& found = probe(key);
        used_ += found.key == 0 ? 1 : 0;
        found.key = key;
        return found;
    }

    // Lock-free.
    void prefetch(std::uint64_t key) const {
        // The two values may not match while the table grows, which only makes the prefetch useless.
        const Account* const accounts = place_.load(std::memory_order_relaxed);
        const std::size_t mask = mask_.load(std::memory_order_relaxed);
        if (accounts) __builtin_prefetch(accounts + (key & mask), 1);
    }

    // An account with a running request, which is never dropped: at `index` if the table has not been rebuilt
    // since `age`, otherwise looked up.
    Account& at(std::uint32_t index, std::uint32_t age, std::uint64_t key) {
        return age == age_ ? accounts_[index] : probe(key);
    }
    std::uint32_t index_of(const Account& account) const {
        return static_cast<std::uint32_t>(&account - accounts_.get());
    }
    std::uint32_t age() const { return age_; }

    // The ring buffer of an account, as long as its limit. If the limit has changed, the newest stamps that
    // fit are kept.
    std::span<std::uint32_t> ring(Account& account, std::size_t length) {
        if (length > kInlineStamps) return external_ring(account, length);
        if (account.ring_length != length) change_ring(account, length);
        return std::span{account.stamps}.first(length);
    }
    // The same for its present length.
    std::span<std::uint32_t> ring(Account& account) {
        if (account.ring_length == kExternalRing) return rings_[account.stamps[0]];
        return std::span{account.stamps}.first(account.ring_length);
    }

    // Shrinks the table if most accounts are idle.
    void forget_idle(Micros now);

    std::size_t bytes() const { return capacity_ * sizeof(Account) + ring_bytes_; }

  private:
    struct Free {
        void operator()(Account* accounts) const {
            ::operator delete(static_cast<void*>(accounts), alignment);
        }

        std::align_val_t alignment;
    };

    using Accounts = std::unique_ptr<Account[], Free>;

    // The account, or the free slot to insert it (linear probing).
    Account& probe(std::uint64_t key) const {
        const std::size_t mask = capacity_ - 1;
        std::size_t index = key & mask;
        while (accounts_[index].key != 0 && accounts_[index].key != key) index = (index + 1) & mask;
        return accounts_[index];
    }

    static Accounts allocate(std::size_t count);

    std::span<std::uint32_t> external_ring(Account& account, std::size_t length);
    void change_ring(Account& account, std::size_t length);
    void add_ring();
    void free_ring(const Account& account);
    void rebuild(std::size_t more, Micros now);
    std::size_t count_busy(Micros now) const;

    Accounts accounts_;
    std::atomic<const Account*> place_{nullptr};  // copies of accounts_ and
    std::atomic<std::size_t> mask_{0};            // capacity_ - 1, for lock-free prefetch()
    std::size_t capacity_ = 0;                    // a power of two
    std::size_t used_ = 0;
    std::uint32_t age_ = 0;
    std::vector<std::vector<std::uint32_t>> rings_;
    std::vector<std::uint32_t> free_rings_;
    std::size_t ring_bytes_ = 0;
};

}  // namespace callboard::throttle
