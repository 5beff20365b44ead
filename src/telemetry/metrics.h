// Metrics in the Prometheus text format. They are registered once at start and updated from any thread,
// without locks on the request path.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace prometheus {
struct MetricFamily;
}

namespace callboard::telemetry {

class Counter {
  public:
    void add(std::uint64_t more = 1) { value_.fetch_add(more, std::memory_order_relaxed); }
    std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::uint64_t> value_{0};
};

// Buckets have inclusive upper bounds, the same for all histograms, so that histograms can be added.
class Histogram {
  public:
    static std::span<const double> bounds();  // seconds

    void observe(double seconds);
    void add_to(Histogram& other) const;

    std::uint64_t count(std::size_t bucket) const { return counts_[bucket].load(std::memory_order_relaxed); }
    double sum() const;

  private:
    static constexpr std::size_t kBuckets = 16;  // the last one is +Inf
    std::array<std::atomic<std::uint64_t>, kBuckets> counts_{};
    std::atomic<std::uint64_t> sum_ns_{0};
};

class Metrics {
  public:
    Metrics();
    ~Metrics();

    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    Counter& counter(std::string name, std::string help);
    Histogram& histogram(std::string name, std::string help);

    // `read` is called whenever the metrics are read; what it refers to must outlive the Metrics.
    void gauge(std::string name, std::string help, std::function<double()> read);

    // Adds metric families that are kept elsewhere.
    using Source = std::function<void(std::vector<prometheus::MetricFamily>&)>;
    void add(Source source);

    std::string page() const;

  private:
    std::vector<Source> sources_;
};

}  // namespace callboard::telemetry
