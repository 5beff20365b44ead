#include "telemetry/token_meter.h"

#include <algorithm>

namespace callboard::telemetry {

TokenMeter::TokenMeter(Metrics& metrics)
    : counters_(metrics, "callboard_token_requests_total", "Token requests by grant and outcome.",
                {"grant", {kGrants.begin(), kGrants.end()}}, {"outcome", {"granted", "refused"}}) {}

void TokenMeter::count(std::string_view grant, bool granted) {
    const auto known = std::ranges::find(kGrants.begin(), kGrants.end() - 1, grant);
    counters_.add(static_cast<std::size_t>(known - kGrants.begin()), granted ? 0 : 1);
}

}  // namespace callboard::telemetry
