#include "edge/refusal_texts.h"

#include <cstdlib>
#include <optional>
#include <string_view>

namespace callboard::edge {

// A refused permit has the shares of the violated policy.
std::string too_many(const throttle::Permit& permit) {
    const throttle::Permit::Refusal& refusal = *permit.refused;
    const std::string policy{name_of(refusal.policy)};
    const auto limit = [&](const std::optional<throttle::Share>& share) {
        return share && share->policy == refusal.policy ? std::to_string(share->limit) : "no more";
    };
    switch (refusal.reason) {
        case throttle::Reason::rate:
            return "too many requests: the policy " + policy + " allows " + limit(permit.rate) + " in " +
                   std::to_string(permit.rate ? permit.rate->seconds : 1) + " s";
        case throttle::Reason::concurrency:
            return "too many concurrent requests: the policy " + policy + " allows " +
                   limit(permit.concurrency);
        case throttle::Reason::size:
            return "too many bytes: the policy " + policy + " limits the bytes per second";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

std::string not_acceptable(const Route& route) {
    std::string types{route.response_type};
    for (const std::string_view type : route.other_types) types.append(" or ").append(type);
    return "the response is " + types + ", which the Accept header excludes";
}

std::string too_large(std::size_t limit) {
    constexpr std::size_t kMebibyte = std::size_t{1024} * 1024;
    const std::string rounded = limit % kMebibyte == 0 ? std::to_string(limit / kMebibyte) + " MiB"
                                                       : std::to_string(limit / 1024) + " KiB";
    return ": at most " + rounded + " (" + std::to_string(limit) + " bytes)";
}

}  // namespace callboard::edge
