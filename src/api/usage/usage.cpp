#include "api/usage/usage.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "base/names.h"
#include "edge/services.h"

namespace callboard::api {
namespace {

// Two decimals are more than the buckets of latencies can tell.
std::optional<double> rounded(std::optional<double> ms) {
    if (!ms) return std::nullopt;
    return std::round(*ms * 100) / 100;
}

void set_counts(UsageCountsView& view, const usage::Counts& counts) {
    view.calls = counts.calls;
    view.refused = counts.refused;
    view.failed = counts.failed;
    view.median_ms = rounded(counts.latency.quantile_ms(0.5));
    view.p99_ms = rounded(counts.latency.quantile_ms(0.99));
}

OperationUsageView view(usage::OperationUsage usage, const edge::Services& services) {
    OperationUsageView made;
    const auto place =
        std::ranges::lower_bound(services.operations, usage.operation, {}, &edge::OperationPlace::operation);
    // Unknown are operations of other versions, and requests that no route matched.
    if (place != services.operations.end() && place->operation == usage.operation) {
        made.method = name_of(place->method);
        made.path = place->path;
    }
    made.operation = std::move(usage.operation);
    set_counts(made, usage.counts);
    return made;
}

UsagePointView view(const usage::Point& point) {
    UsagePointView made;
    made.time = point.time;
    set_counts(made, point.counts);
    return made;
}

std::optional<std::int64_t> number(std::int64_t limit) {
    return limit == 0 ? std::nullopt : std::optional{limit};
}

// Of the client that is asked for; otherwise of those without an exception of their own.
UsageLimitsView limits_of(throttle::RuleBook& rules, const CompanyId& company,
                          const std::optional<std::string>& client) {
    const bool is_console = client == usage::kConsole;
    const throttle::Limit& limit =
        is_console ? rules.of_console(company.text()).limit(throttle::Policy::console)
                   : rules.of(company.text(), client.value_or("")).limit(throttle::Policy::customer_api);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(limit.period).count();
    return {.requests_per_second = number(limit.requests / std::max<std::int64_t>(1, seconds)),
            .concurrency = number(limit.concurrent)};
}

}  // namespace

UsageView get_usage(db::Snapshot& snapshot, const edge::Call<wire::Nothing, usage::UsageRequest>& call) {
    usage::Usage found = usage::read_usage(snapshot, call.actor(), call.query);
    UsageView made{.from = found.from,
                   .to = found.to,
                   .interval = found.interval.count(),
                   .limits = limits_of(call.services.rules, snapshot.company(), call.query.application_id),
                   .operations = {},
                   .series = {},
                   .applications = {}};
    for (auto& each : found.operations) made.operations.push_back(view(std::move(each), call.services));
    for (const auto& each : found.series) made.series.push_back(view(each));
    for (auto& each : found.applications)
        made.applications.push_back({.id = std::move(each.id),
                                     .name = std::move(each.name),
                                     .calls = each.calls,
                                     .refused = each.refused});
    return made;
}

}  // namespace callboard::api
