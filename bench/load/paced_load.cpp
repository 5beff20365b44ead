// paced_load PORT PER_SECOND SECONDS [PATH]: creates that many jobs per second, whether or not earlier
// requests are done, or reads the path at that rate. Reads an API key and a job's JSON from standard input, a
// line each. Prints requests per second, and the median and the 99th percentile of the latency in
// milliseconds.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/epoll.h>

#include "load.h"

namespace {

constexpr std::size_t kConnections = 64;  // the maximum of concurrent requests

std::string post_of_job(const std::string& key, const std::string& job) {
    return "POST /jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nX-SmartToken: " + key +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(job.size()) +
           "\r\n\r\n" + job;
}

std::string get_of(const std::string& path, const std::string& key) {
    return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-SmartToken: " + key + "\r\n\r\n";
}

class Caller final : public bench::Client {
  public:
    explicit Caller(std::string request) : request_(std::move(request)) {}

  private:
    std::string next_request() override { return request_; }
    void take(std::string_view answer) override {
        if (!answer.starts_with("HTTP/1.1 20")) bench::fail(answer);
    }

    std::string request_;
};

class Pace {
  public:
    Pace(std::vector<Caller>& callers, double per_second) : per_second_(per_second) {
        for (Caller& caller : callers) {
            epoll_event event{.events = EPOLLIN, .data = {.ptr = &caller}};
            epoll_ctl(poll_, EPOLL_CTL_ADD, caller.socket(), &event);
            idle_.push_back(&caller);
        }
    }

    void run(bench::Seconds wanted) {
        const auto total = static_cast<std::size_t>(per_second_ * wanted.count());
        const auto began = bench::Clock::now();
        for (std::size_t asked = 0; times_.size() < total;) {
            const bench::Seconds elapsed = bench::Clock::now() - began;
            const auto due = std::min(total, static_cast<std::size_t>(elapsed.count() * per_second_) + 1);
            for (; asked < due && !idle_.empty(); ++asked) {
                idle_.front()->ask();
                idle_.pop_front();
            }
            listen();
        }
        elapsed_ = bench::Clock::now() - began;
    }

    void print_summary() {
        std::ranges::sort(times_);
        std::printf("%.1f %.2f %.2f\n", static_cast<double>(times_.size()) / elapsed_.count(),
                    times_[times_.size() / 2] * 1000, times_[times_.size() * 99 / 100] * 1000);
    }

  private:
    void listen() {
        epoll_event events[64];
        const int count = epoll_wait(poll_, events, 64, 1);
        for (int i = 0; i < count; ++i) {
            Caller& caller = *static_cast<Caller*>(events[i].data.ptr);
            if (!caller.listen()) continue;
            times_.push_back(bench::Seconds{bench::Clock::now() - caller.asked_at()}.count());
            idle_.push_back(&caller);
        }
    }

    const double per_second_;
    const int poll_ = epoll_create1(0);
    std::deque<Caller*> idle_;  // used in turn: the server closes connections that stay idle
    std::vector<double> times_;
    bench::Seconds elapsed_{};
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4 && argc != 5) return 2;
    std::string key;
    std::string job;
    std::getline(std::cin, key);
    std::getline(std::cin, job);
    std::vector<Caller> callers(kConnections,
                                Caller{argc == 5 ? get_of(argv[4], key) : post_of_job(key, job)});
    for (Caller& caller : callers) caller.connect(std::atoi(argv[1]));
    Pace pace{callers, std::atof(argv[2])};
    pace.run(bench::Seconds{std::atof(argv[3])});
    pace.print_summary();
}
