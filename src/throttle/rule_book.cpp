#include "throttle/rule_book.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace callboard::throttle {

Rules::Rules(const Operations& operations, const Limits& limits) : limits_(limits) {
    for (std::size_t number = 0; number < operations.size(); ++number) {
        std::vector<Claim>& claims = claims_.emplace_back();
        for (const Policy policy : operations[number]) {
            if (limits.of(policy).none()) continue;
            assert(limits.of(policy).requests == 0 || limits.of(policy).drained == 0);
            const auto operation = for_each_operation(policy) ? static_cast<std::uint32_t>(number + 1) : 0;
            claims.push_back({.policy = policy, .operation = operation, .limit = limits.of(policy)});
        }
        assert(claims.size() <= kMostClaims);
    }
}

RuleBook::RuleBook(Rules::Operations operations, const Limits& standard, std::vector<Exception> exceptions)
    : operations_(std::move(operations)) {
    replace(standard, std::move(exceptions));
}

void RuleBook::replace(const Limits& standard, std::vector<Exception> exceptions) {
    editions_.push_back(std::make_unique<Edition>(operations_, standard, std::move(exceptions)));
    current_.store(editions_.back().get(), std::memory_order_release);
}

const Rules& RuleBook::of(std::string_view company, std::string_view client) {
    Edition& edition = *current_.load(std::memory_order_acquire);
    std::vector<bool> applies;
    applies.reserve(edition.exceptions.size());
    for (const Exception& each : edition.exceptions)
        applies.push_back((!each.company || *each.company == company) &&
                          (!each.client || *each.client == client));
    if (std::ranges::find(applies, true) == applies.end()) return edition.standard;

    const std::lock_guard lock{edition.mutex};
    auto& rules = edition.combined[applies];
    if (!rules) {
        Limits limits = edition.standard_limits;
        for (std::size_t i = 0; i < edition.exceptions.size(); ++i)
            if (applies[i]) edition.exceptions[i].apply(limits);
        rules = std::make_unique<const Rules>(operations_, limits);
    }
    return *rules;
}

}  // namespace callboard::throttle
