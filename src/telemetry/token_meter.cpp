#include "telemetry/token_meter.h"

#include <algorithm>
#include <string>

#include <prometheus/metric_family.h>

namespace callboard::telemetry {

TokenMeter::TokenMeter(Metrics& metrics) {
    metrics.add([this](auto& families) { expose(families); });
}

void TokenMeter::count(std::string_view grant, bool granted) {
    const auto known = std::ranges::find(kGrants.begin(), kGrants.end() - 1, grant);
    const auto index = static_cast<std::size_t>(known - kGrants.begin());
    (granted ? granted_ : refused_)[index].add();
}

void TokenMeter::expose(std::vector<prometheus::MetricFamily>& families) const {
    prometheus::MetricFamily requests{"callboard_token_requests_total",
                                      "Token requests by grant and outcome.",
                                      prometheus::MetricType::Counter,
                                      {}};
    const auto add = [&](std::size_t grant, const Counter& counter, const char* outcome) {
        if (counter.value() == 0) return;
        prometheus::ClientMetric metric;
        metric.label = {{"grant", std::string{kGrants[grant]}}, {"outcome", outcome}};
        metric.counter.value = static_cast<double>(counter.value());
        requests.metric.push_back(std::move(metric));
    };
    for (std::size_t grant = 0; grant < kGrants.size(); ++grant) {
        add(grant, granted_[grant], "granted");
        add(grant, refused_[grant], "refused");
    }
    families.push_back(std::move(requests));
}

}  // namespace callboard::telemetry
