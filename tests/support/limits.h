// The documented limits of API users, for tests of them; most tests disable them.
#pragma once

#include <chrono>

#include "throttle/policy.h"

namespace callboard::test {

inline throttle::Limits promised_limits() {
    using enum throttle::Policy;
    throttle::Limits limits;
    limits.of(customer_api) = {.requests = 10, .concurrent = 8};
    limits.of(publication) = {.requests = 2};
    limits.of(candidate_list) = {.concurrent = 1};
    limits.of(analytics) = {.concurrent = 1, .drained = 100'000, .bucket = 100'000};
    limits.of(report_data) = {.requests = 1};
    limits.of(insights) = {.concurrent = 1};
    limits.of(scim) = {.requests = 100, .concurrent = 16};
    limits.of(console) = {.requests = 50, .concurrent = 16};
    limits.of(token_endpoint) = {.requests = 100};
    limits.of(token_endpoint_by_address) = {.requests = 200};
    limits.of(pages) = {.requests = 20};
    limits.of(static_files) = {.requests = 200};
    limits.of(postings) = {.requests = 50};
    limits.of(probes) = {.requests = 50};
    limits.of(failed_authentication) = {.drained = 20, .bucket = 39};
    limits.of(sign_in_by_account) = {.requests = 5, .period = std::chrono::minutes{1}};
    limits.of(sign_in_by_network) = {.requests = 30, .period = std::chrono::minutes{1}};
    limits.of(sign_in_by_site) = {.requests = 120, .period = std::chrono::minutes{1}};
    limits.of(applying) = {.requests = 60, .period = std::chrono::minutes{1}};
    limits.of(applying_by_posting) = {.requests = 1'200, .period = std::chrono::minutes{1}};
    return limits;
}

}  // namespace callboard::test
