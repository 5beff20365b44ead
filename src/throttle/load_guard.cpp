#include "throttle/load_guard.h"

#include <algorithm>
#include <cstdlib>

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

constexpr auto kSlowRequest = 1s;  // for requests that normally take a millisecond
constexpr auto kAdaptInterval = 100ms;
constexpr std::uint32_t kLowestBound = 32;

// Public reads may use a quarter of the bound, heavy reads half, writes three quarters; the rest is reserved
// for light reads.
std::uint32_t share_of(LoadClass load_class, std::uint32_t bound) {
    switch (load_class) {
        case LoadClass::public_read: return std::max(1U, bound / 4);
        case LoadClass::heavy_read: return std::max(1U, bound / 2);
        case LoadClass::write: return bound - bound / 4;
        case LoadClass::light_read: return bound;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace

bool LoadGuard::enter(LoadClass load_class, Ticket& ticket) {
    if (most() == 0) return true;
    const std::uint32_t before = in_flight_.fetch_add(1, std::memory_order_relaxed);
    if (before >= share_of(load_class, bound())) {
        leave();
        return false;
    }
    ticket.guard_ = this;
    ticket.load_class_ = load_class;
    return true;
}

// Additive increase, multiplicative decrease: +1 for each fast request, -1/16 for a slow one, at most ten
// times a second.
void LoadGuard::adapt(std::chrono::nanoseconds took, Stopwatch::Instant now) {
    const std::uint32_t bound = this->bound();
    if (took < kSlowRequest) {
        if (bound < most()) bound_.store(bound + 1, std::memory_order_relaxed);
        return;
    }
    const std::int64_t time = now.time_since_epoch().count();
    std::int64_t last = lowered_at_.load(std::memory_order_relaxed);
    if (time - last < std::chrono::nanoseconds{kAdaptInterval}.count()) return;
    if (!lowered_at_.compare_exchange_strong(last, time, std::memory_order_relaxed)) return;
    bound_.store(std::max(std::min(kLowestBound, most()), bound - bound / 16), std::memory_order_relaxed);
}

}  // namespace callboard::throttle
