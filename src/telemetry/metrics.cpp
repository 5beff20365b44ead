#include "telemetry/metrics.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include "telemetry/exposition.h"

namespace callboard::telemetry {
namespace {

constexpr std::array kBounds{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                             0.05,   0.1,     0.25,   0.5,   1.0,    5.0,   30.0};

}  // namespace

std::span<const double> Histogram::bounds() {
    static_assert(kBounds.size() + 1 == kBuckets);
    return kBounds;
}

void Histogram::observe(double seconds) {
    const auto bucket =
        static_cast<std::size_t>(std::ranges::lower_bound(kBounds, seconds) - kBounds.begin());
    counts_[bucket].fetch_add(1, std::memory_order_relaxed);
    sum_ns_.fetch_add(static_cast<std::uint64_t>(seconds * 1e9), std::memory_order_relaxed);
}

void Histogram::add_to(Histogram& other) const {
    for (std::size_t i = 0; i < kBuckets; ++i)
        other.counts_[i].fetch_add(count(i), std::memory_order_relaxed);
    other.sum_ns_.fetch_add(sum_ns_.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

double Histogram::sum() const {
    return static_cast<double>(sum_ns_.load(std::memory_order_relaxed)) / 1e9;
}

prometheus::ClientMetric exposed(const Histogram& histogram) {
    prometheus::ClientMetric metric;
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i <= kBounds.size(); ++i) {
        so_far += histogram.count(i);
        const double bound = i < kBounds.size() ? kBounds[i] : std::numeric_limits<double>::infinity();
        metric.histogram.bucket.push_back({so_far, bound});
    }
    metric.histogram.sample_count = so_far;
    metric.histogram.sample_sum = histogram.sum();
    return metric;
}

Metrics::Metrics() = default;
Metrics::~Metrics() = default;

Counter& Metrics::counter(std::string name, std::string help) {
    auto counter = std::make_shared<Counter>();
    add([counter, name = std::move(name), help = std::move(help)](auto& families) {
        prometheus::ClientMetric metric;
        metric.counter.value = static_cast<double>(counter->value());
        families.push_back({name, help, prometheus::MetricType::Counter, {metric}});
    });
    return *counter;
}

Histogram& Metrics::histogram(std::string name, std::string help) {
    auto histogram = std::make_shared<Histogram>();
    add([histogram, name = std::move(name), help = std::move(help)](auto& families) {
        families.push_back({name, help, prometheus::MetricType::Histogram, {exposed(*histogram)}});
    });
    return *histogram;
}

void Metrics::gauge(std::string name, std::string help, std::function<double()> read) {
    add([read = std::move(read), name = std::move(name), help = std::move(help)](auto& families) {
        prometheus::ClientMetric metric;
        metric.gauge.value = read();
        families.push_back({name, help, prometheus::MetricType::Gauge, {metric}});
    });
}

void Metrics::add(Source source) {
    sources_.push_back(std::move(source));
}

std::string Metrics::page() const {
    std::vector<prometheus::MetricFamily> families;
    for (const Source& source : sources_) source(families);
    return prometheus::TextSerializer{}.Serialize(families);
}

}  // namespace callboard::telemetry
