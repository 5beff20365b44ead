// What the server counts, told as Prometheus text. A metric is made once, at
// start, and then changed from any thread; nothing here takes a lock on the way
// of a request.
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

// Counts values by the first bound that is not below them. Bounds are fixed for the whole program, so that
// histograms can be added up.
class Histogram {
  public:
    static std::span<const double> bounds();  // seconds

    void observe(double seconds);
    void add_to(Histogram& other) const;

    std::uint64_t count(std::size_t bucket) const { return counts_[bucket].load(std::memory_order_relaxed); }
    double sum() const;

  private:
    static constexpr std::size_t kBuckets = 16;  // the last one is without bound
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

    // A value that is read when it is asked for. Whoever `read` reaches must outlive the Metrics.
    void gauge(std::string name, std::string help, std::function<double()> read);

    // Families of those who keep their numbers themselves.
    using Source = std::function<void(std::vector<prometheus::MetricFamily>&)>;
    void add(Source source);

    std::string page() const;

  private:
    std::vector<Source> sources_;
};

}  // namespace callboard::telemetry
