#include "throttle/rule_book.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace callboard::throttle {
namespace {

Limits limits_of(std::uint16_t requests) {
    Limits limits;
    limits.of(Policy::customer_api).requests = requests;
    return limits;
}

std::uint16_t requests_in(const Rules& rules) {
    return rules.claims(0).front().limit.requests;
}

std::vector<Exception> exception_for(const std::string& company, std::uint16_t requests) {
    return {{.company = company, .client = std::nullopt, .apply = [requests](Limits& limits) {
                 limits.of(Policy::customer_api).requests = requests;
             }}};
}

TEST(RuleBooks, GiveOtherLimitsAfterAReplacement) {
    RuleBook book{{{Policy::customer_api}}, limits_of(10), exception_for("acme", 50)};
    const Rules& before = book.of("acme", "client");
    const Rules& standard_before = book.standard();
    EXPECT_EQ(requests_in(before), 50);
    EXPECT_EQ(requests_in(standard_before), 10);

    book.replace(limits_of(20), exception_for("rival", 60));

    EXPECT_EQ(requests_in(book.standard()), 20);
    EXPECT_EQ(requests_in(book.of("acme", "client")), 20);
    EXPECT_EQ(requests_in(book.of("rival", "client")), 60);
    EXPECT_EQ(requests_in(before), 50) << "requests in progress refer to it";
    EXPECT_EQ(requests_in(standard_before), 10);
}

TEST(RuleBooks, GiveTheConsoleItsOwnLimits) {
    Limits limits = limits_of(10);
    limits.of(Policy::console) = {.requests = 50, .concurrent = 16};
    limits.of(Policy::candidate_list) = {.concurrent = 1};
    limits.of(Policy::publication) = {.requests = 2};
    limits.of(Policy::insights) = {.concurrent = 1};
    RuleBook book{{{Policy::customer_api, Policy::candidate_list},
                   {Policy::customer_api, Policy::publication},
                   {Policy::customer_api, Policy::insights}},
                  limits,
                  exception_for("acme", 20)};

    for (const auto* const company : {"acme", "rival"}) {
        const Rules& rules = book.of_console(company);
        EXPECT_EQ(rules.claims(0)[0].policy, Policy::console);
        EXPECT_EQ(rules.claims(0)[0].limit.requests, 50);
        EXPECT_EQ(rules.claims(0)[0].limit.concurrent, 16);
        EXPECT_EQ(rules.claims(0)[1].limit.concurrent, 8);
        EXPECT_EQ(rules.claims(1)[1].limit.requests, 2);
        EXPECT_EQ(rules.claims(2)[1].limit.concurrent, 1);
        EXPECT_EQ(&rules, &book.of_console(company));
    }
    EXPECT_EQ(book.of("rival", "client").claims(0)[1].limit.concurrent, 1);
    EXPECT_EQ(requests_in(book.of("acme", "client")), 20);
}

TEST(RuleBooks, CanBeReadWhileTheyAreReplaced) {
    RuleBook book{{{Policy::customer_api}}, limits_of(10), exception_for("acme", 20)};
    std::vector<std::jthread> readers;
    for (int i = 0; i < 3; ++i) {
        readers.emplace_back([&](const std::stop_token& stop) {
            do {
                const std::uint16_t standard = requests_in(book.standard());
                const std::uint16_t special = requests_in(book.of("acme", "client"));
                EXPECT_EQ(standard % 10, 0);
                EXPECT_EQ(special % 20, 0);
            } while (!stop.stop_requested());
        });
    }
    for (std::uint16_t i = 1; i <= 500; ++i) {
        const auto requests = static_cast<std::uint16_t>(10 * i);
        const auto special = static_cast<std::uint16_t>(20 * i);
        book.replace(limits_of(requests), exception_for("acme", special));
    }
}

}  // namespace
}  // namespace callboard::throttle
