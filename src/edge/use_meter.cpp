#include "edge/use_meter.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace callboard::edge {
namespace {

// Per loop and interval. Further keys are not counted, to bound the memory.
constexpr std::size_t kMostKeys = 100'000;

struct Key {
    std::array<std::uint8_t, 16> caller{};
    std::size_t route = 0;

    bool operator==(const Key&) const = default;
};

struct HashOfKey {
    std::size_t operator()(const Key& key) const {
        std::size_t bits = 0;
        std::memcpy(&bits, key.caller.data(), sizeof bits);
        return bits + key.route;  // the bits of a digest are uniformly distributed
    }
};

auto rank(const Use& use) {
    return std::tie(use.company, use.user, use.application, use.operation);
}

void add(Use& sum, const Use& more) {
    sum.calls += more.calls;
    sum.refused += more.refused;
    sum.faulty += more.faulty;
    sum.failed += more.failed;
    sum.bytes += more.bytes;
}

}  // namespace

struct alignas(64) UseMeter::Loop {
    using Counts = std::unordered_map<Key, Use, HashOfKey>;

    Counts taken() {
        const std::lock_guard lock{mutex};
        return std::exchange(counts, {});
    }

    std::mutex mutex;  // between the loop and take()
    Counts counts;
};

UseMeter::UseMeter(std::size_t loops) {
    for (std::size_t i = 0; i < loops; ++i) loops_.push_back(std::make_unique<Loop>());
}

UseMeter::~UseMeter() = default;

void UseMeter::record(std::size_t loop, std::span<const std::uint8_t> caller, std::size_t route,
                      const Use& one) {
    Key key{.route = route};
    assert(caller.size() == key.caller.size());
    std::ranges::copy(caller, key.caller.begin());
    Loop& its = *loops_[loop];
    const std::lock_guard lock{its.mutex};
    if (const auto known = its.counts.find(key); known != its.counts.end()) {
        add(known->second, one);
    } else if (its.counts.size() < kMostKeys) {
        its.counts.emplace(key, one);
    }
}

std::vector<Use> UseMeter::take() {
    std::vector<Use> all;
    for (const auto& loop : loops_)
        for (const auto& [key, use] : loop->taken()) all.push_back(use);
    std::ranges::sort(all, {}, rank);
    std::vector<Use> sums;
    for (const Use& use : all) {
        if (!sums.empty() && rank(sums.back()) == rank(use)) {
            add(sums.back(), use);
        } else {
            sums.push_back(use);
        }
    }
    return sums;
}

}  // namespace callboard::edge
