#include "throttle/account_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace callboard::throttle {
namespace {

constexpr std::size_t kSmallest = 16;
constexpr std::size_t kHugePage = std::size_t{2} * 1024 * 1024;

}  // namespace

AccountTable::Accounts AccountTable::allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(Account);
    const std::align_val_t alignment{bytes >= kHugePage ? kHugePage : alignof(Account)};
    void* const memory = operator new(bytes, alignment);
    // Random access to the accounts misses the cache anyway; huge pages avoid an additional TLB miss.
    if (bytes >= kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);
    std::memset(memory, 0, bytes);
    return {static_cast<Account*>(memory), Free{alignment}};
}

std::span<std::uint32_t> AccountTable::external_ring(Account& account, std::size_t length) {
    if (account.ring_length != kExternalRing || rings_[account.stamps[0]].size() != length)
        change_ring(account, length);
    return rings_[account.stamps[0]];
}

void AccountTable::change_ring(Account& account, std::size_t length) {
    const std::span<const std::uint32_t> old = ring(account);
    const std::size_t count = std::min<std::size_t>(account.count, length);
    const bool is_external = length > kInlineStamps;
    std::vector<std::uint32_t> kept(is_external ? length : count);
    for (std::size_t i = 0; i < count; ++i)
        kept[i] = old[(account.first + account.count - count + i) % old.size()];
    if (is_external && free_rings_.empty()) add_ring();
    // Nothing is allocated from here on, so that the account is either changed or as before.
    if (account.ring_length == kExternalRing) free_ring(account);
    account.first = 0;
    account.count = static_cast<std::uint16_t>(count);
    if (!is_external) {
        account.ring_length = static_cast<std::uint8_t>(length);
        std::ranges::copy(kept, account.stamps.begin());
        return;
    }
    account.ring_length = kExternalRing;
    account.stamps[0] = free_rings_.back();
    free_rings_.pop_back();
    rings_[account.stamps[0]] = std::move(kept);
    ring_bytes_ += length * sizeof(std::uint32_t);
}

// Also reserves the place to free them all.
void AccountTable::add_ring() {
    const auto index = static_cast<std::uint32_t>(rings_.size());
    if (free_rings_.capacity() <= rings_.size()) free_rings_.reserve(2 * rings_.size() + 1);
    rings_.emplace_back();
    free_rings_.push_back(index);
}

void AccountTable::free_ring(const Account& account) {
    std::vector<std::uint32_t>& ring = rings_[account.stamps[0]];
    ring_bytes_ -= ring.size() * sizeof(std::uint32_t);
    std::vector<std::uint32_t>{}.swap(ring);
    free_rings_.push_back(account.stamps[0]);
}

void AccountTable::forget_idle(Micros now) {
    if (capacity_ <= kSmallest) return;
    if (count_busy(now) * 8 < capacity_) rebuild(0, now);
}

std::size_t AccountTable::count_busy(Micros now) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(std::span{accounts_.get(), capacity_},
                              [&](const Account& each) { return each.key != 0 && !each.idle(now); }));
}

void AccountTable::rebuild(std::size_t more, Micros now) {
    const std::size_t wanted = std::max(kSmallest, (count_busy(now) + more) * 2);
    const std::size_t new_capacity = std::bit_ceil(wanted);
    const auto old = std::exchange(accounts_, allocate(new_capacity));
    const std::size_t old_capacity = std::exchange(capacity_, new_capacity);
    place_.store(accounts_.get(), std::memory_order_relaxed);
    mask_.store(capacity_ - 1, std::memory_order_relaxed);
    used_ = 0;
    ++age_;
    for (const Account& each : std::span{old.get(), old_capacity}) {
        if (each.key == 0) continue;
        if (!each.idle(now)) {
            find_or_add(each.key) = each;
        } else if (each.ring_length == kExternalRing) {
            free_ring(each);
        }
    }
    if (free_rings_.size() == rings_.size()) {
        rings_ = {};
        free_rings_ = {};
    }
}

}  // namespace callboard::throttle
