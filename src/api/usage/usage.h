#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "edge/call.h"
#include "usage/reading.h"
#include "wire/shape.h"

namespace callboard::api {

struct UsageLimitsView {
    std::optional<std::int64_t> requests_per_second;
    std::optional<std::int64_t> concurrency;

    static constexpr std::string_view kName = "UsageLimits";
    static constexpr auto shape() {
        using Self = UsageLimitsView;
        return wire::fields(
            wire::field("requestsPerSecond", &Self::requests_per_second,
                        {.about = "Of each user with one client, in any second."}),
            wire::field("concurrency", &Self::concurrency,
                        {.about = "Requests of each user with one client at the same time."}));
    }
};

// The members that operations and points have in common.
struct UsageCountsView {
    std::int64_t calls = 0;
    std::int64_t refused = 0;
    std::int64_t failed = 0;
    std::optional<double> median_ms;
    std::optional<double> p99_ms;
};

struct OperationUsageView : UsageCountsView {
    std::string operation;
    std::optional<std::string> method;
    std::optional<std::string> path;

    static constexpr std::string_view kName = "OperationUsage";
    static constexpr auto shape() {
        using Self = OperationUsageView;
        return wire::fields(wire::field("operation", &Self::operation), wire::field("method", &Self::method),
                            wire::field("path", &Self::path), wire::inherited<Self>("calls", &Self::calls),
                            wire::inherited<Self>("refused", &Self::refused),
                            wire::inherited<Self>("failed", &Self::failed),
                            wire::inherited<Self>("medianMs", &Self::median_ms),
                            wire::inherited<Self>("p99Ms", &Self::p99_ms));
    }
};

struct UsagePointView : UsageCountsView {
    Timestamp time;

    static constexpr std::string_view kName = "UsagePoint";
    static constexpr auto shape() {
        using Self = UsagePointView;
        return wire::fields(wire::field("time", &Self::time), wire::inherited<Self>("calls", &Self::calls),
                            wire::inherited<Self>("refused", &Self::refused),
                            wire::inherited<Self>("failed", &Self::failed),
                            wire::inherited<Self>("medianMs", &Self::median_ms),
                            wire::inherited<Self>("p99Ms", &Self::p99_ms));
    }
};

struct ApplicationUsageView {
    std::string id;
    std::optional<std::string> name;
    std::int64_t calls = 0;
    std::int64_t refused = 0;

    static constexpr std::string_view kName = "ApplicationUsage";
    static constexpr auto shape() {
        using Self = ApplicationUsageView;
        return wire::fields(
            wire::field("id", &Self::id,
                        {.about = "Of an application or credential, or `console` or `other`."}),
            wire::field("name", &Self::name), wire::field("calls", &Self::calls),
            wire::field("refused", &Self::refused));
    }
};

struct UsageView {
    Timestamp from;
    Timestamp to;
    std::int64_t interval = 0;
    UsageLimitsView limits;
    std::vector<OperationUsageView> operations;
    std::vector<UsagePointView> series;
    std::vector<ApplicationUsageView> applications;

    static constexpr std::string_view kName = "Usage";
    static constexpr auto shape() {
        using Self = UsageView;
        return wire::fields(
            wire::field("from", &Self::from), wire::field("to", &Self::to),
            wire::field("interval", &Self::interval,
                        {.about = "Resolution of the data in seconds: 60 or 3600."}),
            wire::field("limits", &Self::limits), wire::field("operations", &Self::operations),
            wire::field("series", &Self::series), wire::field("applications", &Self::applications));
    }
};

UsageView get_usage(db::Snapshot& snapshot, const edge::Call<wire::Nothing, usage::UsageRequest>& call);

}  // namespace callboard::api
