#include "edge/use_meter.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace callboard::edge {
namespace {

// Per loop and interval, to bound the memory. Further keys are counted together, for each company, and those
// of further companies are not counted.
constexpr std::size_t kMostKeys = 100'000;
constexpr std::size_t kMostCompanies = 10'000;

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
    return std::tie(use.company, use.user, use.application, use.operation, use.credential);
}

void add(Use& sum, const Use& more) {
    sum.calls += more.calls;
    sum.refused += more.refused;
    sum.faulty += more.faulty;
    sum.failed += more.failed;
    sum.bytes += more.bytes;
    sum.latency.add(more.latency);
}

Use as_other(const Use& use) {
    Use other = use;
    other.user = UserId::from_trusted("");
    other.application.reset();
    other.credential.reset();
    other.operation = kOtherOperations;
    return other;
}

}  // namespace

struct alignas(64) UseMeter::Loop {
    struct Counts {
        void add_other(const Use& one) {
            if (const auto known = others.find(one.company); known != others.end()) {
                add(known->second, one);
            } else if (others.size() < kMostCompanies) {
                others.emplace(one.company, as_other(one));
            }
        }

        std::unordered_map<Key, Use, HashOfKey> of_callers;
        std::map<CompanyId, Use> others;
    };

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
    auto& of_callers = its.counts.of_callers;
    if (const auto known = of_callers.find(key); known != of_callers.end()) {
        add(known->second, one);
    } else if (of_callers.size() < kMostKeys) {
        of_callers.emplace(key, one);
    } else {
        its.counts.add_other(one);
    }
}

std::vector<Use> UseMeter::take() {
    std::vector<Use> all;
    for (const auto& loop : loops_) {
        const Loop::Counts counts = loop->taken();
        for (const auto& [key, use] : counts.of_callers) all.push_back(use);
        for (const auto& [company, use] : counts.others) all.push_back(use);
    }
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
