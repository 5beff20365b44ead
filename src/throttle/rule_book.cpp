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

namespace {

Rules::Operations for_console(Rules::Operations operations) {
    for (auto& policies : operations) std::ranges::replace(policies, Policy::customer_api, Policy::console);
    return operations;
}

Limits for_console(Limits limits) {
    const std::uint16_t concurrent = limits.of(Policy::console).concurrent;
    limits.of(Policy::candidate_list).concurrent = static_cast<std::uint16_t>((concurrent + 1) / 2);
    return limits;
}

}  // namespace

RuleBook::RuleBook(Rules::Operations operations, const Limits& standard, std::vector<Exception> exceptions)
    : operations_(std::move(operations)), console_operations_(for_console(operations_)) {
    replace(standard, std::move(exceptions));
}

void RuleBook::replace(const Limits& standard, std::vector<Exception> exceptions) {
    editions_.push_back(std::make_unique<Edition>(operations_, standard, std::move(exceptions)));
    current_.store(editions_.back().get(), std::memory_order_release);
}

std::vector<bool> RuleBook::Edition::applying(std::string_view company, std::string_view client) const {
    std::vector<bool> applies;
    applies.reserve(exceptions.size());
    for (const Exception& each : exceptions)
        applies.push_back((!each.company || *each.company == company) &&
                          (!each.client || *each.client == client));
    return applies;
}

Limits RuleBook::Edition::limits_with(const std::vector<bool>& applies) const {
    Limits limits = standard_limits;
    for (std::size_t i = 0; i < exceptions.size(); ++i)
        if (applies[i]) exceptions[i].apply(limits);
    return limits;
}

const Rules& RuleBook::of(std::string_view company, std::string_view client) {
    Edition& edition = *current_.load(std::memory_order_acquire);
    const std::vector<bool> applies = edition.applying(company, client);
    if (std::ranges::find(applies, true) == applies.end()) return edition.standard;

    const std::lock_guard lock{edition.mutex};
    auto& rules = edition.combined[applies];
    if (!rules) rules = std::make_unique<const Rules>(operations_, edition.limits_with(applies));
    return *rules;
}

const Rules& RuleBook::of_console(std::string_view company) {
    Edition& edition = *current_.load(std::memory_order_acquire);
    const std::vector<bool> applies = edition.applying(company, "");
    const std::lock_guard lock{edition.mutex};
    auto& rules = edition.console[applies];
    if (!rules)
        rules = std::make_unique<const Rules>(console_operations_, for_console(edition.limits_with(applies)));
    return *rules;
}

}  // namespace callboard::throttle
