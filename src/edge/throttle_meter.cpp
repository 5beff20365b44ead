#include "edge/throttle_meter.h"

#include <string>
#include <vector>

namespace callboard::edge {
namespace {

std::vector<std::string> policies() {
    std::vector<std::string> names;
    names.reserve(throttle::kPolicyCount);
    for (const auto& [policy, name] : Names<throttle::Policy>::kList) names.emplace_back(name);
    return names;
}

}  // namespace

ThrottleMeter::ThrottleMeter(telemetry::Metrics& metrics, std::size_t loops)
    : counters_(metrics, "callboard_throttle_decisions_total",
                "Requests by the policy that they came under, and its decision.", {"policy", policies()},
                {"outcome", {"admitted", "refused_rate", "refused_concurrency", "refused_size"}}, loops) {}

void ThrottleMeter::record(const throttle::Permit& permit, std::size_t loop) {
    if (const auto& refused = permit.refused)
        counters_.add(static_cast<std::size_t>(refused->policy),
                      1 + static_cast<std::size_t>(refused->reason), loop);
    for (const throttle::Claim& claim : permit.claims())
        counters_.add(static_cast<std::size_t>(claim.policy), 0, loop);
}

}  // namespace callboard::edge
