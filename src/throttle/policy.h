// All limits for clients, by name. Routes refer to policies, never to numbers; those are settings, with the
// defaults documented in docs/limits.md.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace callboard::throttle {

enum class Policy {
    customer_api,
    publication,
    candidate_list,
    analytics,
    report_data,
    insights,
    scim,     // provisioning by a directory, per SCIM token
    console,  // instead of customer_api for browser sessions, per user
    // Not part of the Customer API: per address, or per client and address.
    token_endpoint,
    token_endpoint_by_address,  // regardless of the client
    pages,
    static_files,
    postings,  // public postings of companies
    probes,
    failed_authentication,
    sign_in_by_account,
    sign_in_by_network,
    sign_in_by_site,      // a /48 of IPv6: 65,536 networks
    applying,             // for one posting, per address
    applying_by_posting,  // regardless of the address
};
inline constexpr std::size_t kPolicyCount = 20;

// The numbers of one policy; 0: no limit. Either requests are counted or a leaky bucket is filled, never
// both.
struct Limit {
    std::uint16_t requests = 0;  // accepted within any interval of this length, at most 35 minutes:
    std::chrono::duration<std::uint32_t, std::micro> period{1'000'000};
    std::uint16_t concurrent = 0;
    std::uint32_t drained = 0;  // leaky bucket: drain rate per second, in bytes or failures
    std::uint32_t bucket = 0;   // the fill level up to which requests are admitted

    bool none() const { return requests == 0 && concurrent == 0 && drained == 0; }
};

class Limits {
  public:
    const Limit& of(Policy policy) const { return all_[static_cast<std::size_t>(policy)]; }
    Limit& of(Policy policy) { return all_[static_cast<std::size_t>(policy)]; }

  private:
    std::array<Limit, kPolicyCount> all_{};
};

// Does each operation have its own budget? Otherwise all operations with the policy share one.
constexpr bool for_each_operation(Policy policy) {
    return policy == Policy::analytics || policy == Policy::report_data;
}

// Is the address counted, regardless of the caller?
constexpr bool is_by_address(Policy policy) {
    return policy == Policy::pages || policy == Policy::static_files || policy == Policy::postings ||
           policy == Policy::probes;
}

}  // namespace callboard::throttle

template <>
struct callboard::Names<callboard::throttle::Policy> {
    using enum callboard::throttle::Policy;
    static constexpr std::array kList{
        std::pair{customer_api, std::string_view{"customer_api"}},
        std::pair{publication, std::string_view{"publication"}},
        std::pair{candidate_list, std::string_view{"candidate_list"}},
        std::pair{analytics, std::string_view{"analytics"}},
        std::pair{report_data, std::string_view{"report_data"}},
        std::pair{insights, std::string_view{"insights"}},
        std::pair{scim, std::string_view{"scim"}},
        std::pair{console, std::string_view{"console"}},
        std::pair{token_endpoint, std::string_view{"token_endpoint"}},
        std::pair{token_endpoint_by_address, std::string_view{"token_endpoint_by_address"}},
        std::pair{pages, std::string_view{"pages"}},
        std::pair{static_files, std::string_view{"static_files"}},
        std::pair{postings, std::string_view{"postings"}},
        std::pair{probes, std::string_view{"probes"}},
        std::pair{failed_authentication, std::string_view{"failed_authentication"}},
        std::pair{sign_in_by_account, std::string_view{"sign_in_by_account"}},
        std::pair{sign_in_by_network, std::string_view{"sign_in_by_network"}},
        std::pair{sign_in_by_site, std::string_view{"sign_in_by_site"}},
        std::pair{applying, std::string_view{"applying"}},
        std::pair{applying_by_posting, std::string_view{"applying_by_posting"}},
    };
    static_assert(kList.size() == callboard::throttle::kPolicyCount);
};
