// Threads that create jobs without pause while servers and databases fail, as a careful client does: each job
// has an Idempotency-Key, with which it is repeated until it is acknowledged.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program.h"
#include "support/receiver.h"

namespace callboard::test {

inline constexpr const char* kNewJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"A"}})";

class JobWriters {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    JobWriters(std::uint16_t port, const std::string& key, int threads) : port_(port), key_(key) {
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this, i] { write(i); });
    }
    ~JobWriters() { stop(); }

    JobWriters(const JobWriters&) = delete;
    JobWriters& operator=(const JobWriters&) = delete;

    // Those that have begun are finished.
    void stop() {
        stopped_ = true;
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

    std::size_t count() const {
        const std::lock_guard lock{mutex_};
        return jobs_.size();
    }
    bool wait_for_more(std::size_t more) const {
        const std::size_t before = count();
        return eventually([&] { return count() >= before + more; });
    }
    std::vector<std::string> acknowledged() const {
        const std::lock_guard lock{mutex_};
        return jobs_;
    }
    // Responses by status, other than 201.
    std::map<int, int> refusals() const {
        const std::lock_guard lock{mutex_};
        return refusals_;
    }
    int broken_connections() const { return broken_connections_; }

    // From this moment to the end of the first call that began after it and succeeded.
    std::optional<std::chrono::milliseconds> next_success(Instant moment) const {
        const std::lock_guard lock{mutex_};
        std::optional<std::chrono::milliseconds> first;
        for (const auto& [began, ended] : successes_) {
            if (began < moment) continue;
            const auto after = std::chrono::duration_cast<std::chrono::milliseconds>(ended - moment);
            first = std::min(first.value_or(after), after);
        }
        return first;
    }

  private:
    void write(int thread) {
        for (int number = 0; !stopped_; ++number) {
            const std::string idempotency = "w-" + std::to_string(thread) + "-" + std::to_string(number);
            while (!create(idempotency)) std::this_thread::sleep_for(std::chrono::milliseconds{5});
        }
    }
    bool create(const std::string& idempotency) {
        const Instant began = std::chrono::steady_clock::now();
        try {
            Connection connection{port_};
            connection.send(request_text("POST", "/jobs",
                                         {{"X-SmartToken", key_},
                                          {"Content-Type", "application/json"},
                                          {"Idempotency-Key", idempotency}},
                                         kNewJob));
            const Answer answer = connection.receive();
            const std::lock_guard lock{mutex_};
            if (answer.status != 201) {
                ++refusals_[answer.status];
                return false;
            }
            jobs_.emplace_back(answer.json().at("id").as_string());
            successes_.emplace_back(began, std::chrono::steady_clock::now());
            return true;
        } catch (const std::runtime_error&) {
            ++broken_connections_;
            return false;
        }
    }

    const std::uint16_t port_;
    const std::string key_;
    std::atomic<bool> stopped_ = false;
    std::atomic<int> broken_connections_ = 0;
    mutable std::mutex mutex_;
    std::vector<std::string> jobs_;
    std::map<int, int> refusals_;
    std::vector<std::pair<Instant, Instant>> successes_;
    std::vector<std::thread> threads_;
};

// An active subscription to new jobs.
inline void subscribe_to_jobs(std::uint16_t port, const std::string& key, const std::string& callback) {
    const std::string subscriptions = "/webhooks-api/v201907/subscriptions";
    Client client{port, {{"X-SmartToken", key}}};
    const auto made =
        client.post(subscriptions, R"({"callbackUrl":")" + callback + R"(","events":["job.created"]})");
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string own = subscriptions + "/" + std::string{made.json().at("id").as_string()};
    ASSERT_EQ(client.post(own + "/secret-key", "{}").status, 201);
    ASSERT_EQ(client.request("PUT", own + "/activation").status, 204);
}

// Every acknowledged job exists, once, and its event arrives.
inline void expect_nothing_lost(const JobWriters& writers, std::uint16_t port, const std::string& key,
                                const Receiver& receiver, const std::string& path) {
    const auto jobs = writers.acknowledged();
    Client client{port, {{"X-SmartToken", key}}};
    for (const std::string& id : jobs)
        ASSERT_EQ(client.get("/jobs/" + id).status, 200) << "an acknowledged job is lost";
    EXPECT_EQ(client.get("/jobs").json().at("totalFound").as_int64(), std::ssize(jobs))
        << "a repeated call created a job twice";
    const auto missing = [&] {
        std::string bodies;
        for (const auto& each : receiver.deliveries(path)) bodies += each.body;
        return std::ranges::count_if(jobs, [&](const std::string& id) { return !bodies.contains(id); });
    };
    EXPECT_TRUE(eventually([&] { return missing() == 0; })) << missing() << " events are lost";
}

}  // namespace callboard::test
