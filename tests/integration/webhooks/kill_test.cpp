// Webhooks during failures: kill -9 of the server at random moments, a server that is stopped for longer than
// its lease, a database that restarts. Every committed event arrives; only deliveries in progress arrive
// twice. TEST_KILLS sets the number of kills; by default 5 for each engine.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/own_postgres.h"
#include "support/program.h"
#include "support/receiver.h"
#include "support/rows.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using Deadline = std::chrono::steady_clock::time_point;

constexpr int kConcurrency = 64;
// The maximum of repeated deliveries after each failure: those being sent, and those acknowledged and not
// stored yet.
constexpr std::size_t kMaxRepeats = 2 * kConcurrency;
constexpr int kJobsPerKill = 125;  // two events each
const std::vector<std::string> kPaths{"/one", "/two", "/three", "/four"};

constexpr const char* kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"A"}})";
constexpr const char* kSubscriptions = "/webhooks-api/v201907/subscriptions";

int kills() {
    const char* const text = std::getenv("TEST_KILLS");
    return text ? std::atoi(text) : 5;
}

// --- received requests

// The received requests of each path by event, across restarts of the server.
class Receipts {
  public:
    explicit Receipts(test::Receiver& receiver, const std::vector<std::string>& paths) {
        for (const std::string& path : paths)
            receiver.plan(path,
                          [this, path](const test::ReceivedRequest& request) { return take(path, request); });
    }

    // Requests get no response until release().
    void hold() {
        const std::lock_guard lock{mutex_};
        held_ = true;
    }
    void release() {
        const std::lock_guard lock{mutex_};
        held_ = false;
        changed_.notify_all();
    }
    void answer(const std::string& path, int status) {
        const std::lock_guard lock{mutex_};
        statuses_[path] = status;
    }

    std::size_t requests() const {
        const std::lock_guard lock{mutex_};
        return requests_;
    }
    std::size_t requests_to(const std::string& path) const {
        const std::lock_guard lock{mutex_};
        const auto found = by_event_.find(path);
        return found == by_event_.end() ? 0 : found->second.size();
    }
    std::size_t repeats() const {
        const std::lock_guard lock{mutex_};
        std::size_t distinct = 0;
        for (const auto& [path, events] : by_event_) distinct += events.size();
        return requests_ - distinct;
    }
    // The body of this event at this path, the same in each attempt; nothing if it did not arrive.
    std::optional<std::string> body(const std::string& path, const std::string& event) const {
        const std::lock_guard lock{mutex_};
        const auto events = by_event_.find(path);
        if (events == by_event_.end()) return std::nullopt;
        const auto found = events->second.find(event);
        return found == events->second.end() ? std::nullopt : std::optional{found->second};
    }
    bool kept_their_bodies() const {
        const std::lock_guard lock{mutex_};
        return same_bodies_;
    }

  private:
    test::Reply take(const std::string& path, const test::ReceivedRequest& request) {
        std::unique_lock lock{mutex_};
        ++requests_;
        const auto [place, is_new] = by_event_[path].try_emplace(request.header("event-id"), request.body);
        if (!is_new && place->second != request.body) same_bodies_ = false;
        changed_.wait_for(lock, test::kLongestWait, [this] { return !held_; });
        const auto status = statuses_.find(path);
        return {.status = status == statuses_.end() ? 202 : status->second};
    }

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool held_ = false;
    bool same_bodies_ = true;
    std::size_t requests_ = 0;
    std::map<std::string, int> statuses_;
    std::map<std::string, std::map<std::string, std::string>> by_event_;
};

// --- creating events

// Creates that many jobs, or fewer if the server is killed, until it is joined.
class Writers {
  public:
    Writers(std::uint16_t port, const std::string& key, int jobs) : left_(jobs) {
        for (int i = 0; i < 2; ++i) threads_.emplace_back([this, port, key] { write(port, key); });
    }
    ~Writers() {
        if (!done_) join();
    }
    Writers(const Writers&) = delete;
    Writers& operator=(const Writers&) = delete;

    // The number of acknowledged jobs.
    int join() {
        done_ = true;
        for (auto& thread : threads_) thread.join();
        return acknowledged_;
    }
    bool wrote_all() const { return left_ <= 0; }

  private:
    void write(std::uint16_t port, const std::string& key) {
        while (!done_ && left_ > 0) {
            try {
                test::Client client{port, {{"X-SmartToken", key}}};
                while (!done_ && left_ > 0) {
                    if (client.post("/jobs", kJob).status != 201) continue;
                    ++acknowledged_;
                    --left_;
                }
            } catch (const std::runtime_error&) {
                std::this_thread::sleep_for(1ms);  // the server was killed, as intended
            }
        }
    }

    std::atomic<bool> done_ = false;
    std::atomic<int> left_;
    std::atomic<int> acknowledged_ = 0;
    std::vector<std::thread> threads_;
};

void create_jobs(std::uint16_t port, const std::string& key, int count) {
    test::Client client{port, {{"X-SmartToken", key}}};
    for (int i = 0; i < count; ++i) ASSERT_EQ(client.post("/jobs", kJob).status, 201);
}

// --- a company with subscriptions

class Company {
  public:
    explicit Company(const test::PostgresDatabase* postgres) : postgres_(postgres) {
        test::Arguments migrate{"migrate"};
        const auto flags = where();
        migrate.insert(migrate.end(), flags.begin(), flags.end());
        EXPECT_EQ(test::run(migrate).code, 0);
        tenant_ = test::add_tenant(flags, "acme");
    }

    const std::string& key() const { return tenant_.api_key; }
    std::filesystem::path data_dir() const { return folder_.path() / "data"; }
    std::filesystem::path other_data_dir() const { return folder_.path() / "other"; }

    test::Arguments server_flags(const test::Arguments& more = {}) const {
        test::Arguments flags{"--webhook-allow-private", "--webhook-ca-file", receiver.ca_file().string()};
        if (postgres_) flags.insert(flags.end(), {"--database", postgres_->url()});
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }

    // An active subscription to the events of a new job, with a secret key.
    void subscribe(std::uint16_t port, const std::string& path) const {
        test::Client client{port, {{"X-SmartToken", key()}}};
        const auto made = client.post(kSubscriptions, R"({"callbackUrl":")" + receiver.url(path) +
                                                          R"(","events":["job.created","job.ad.created"]})");
        ASSERT_EQ(made.status, 201) << made.body;
        const std::string own =
            std::string{kSubscriptions} + "/" + std::string{made.json().at("id").as_string()};
        ASSERT_EQ(client.post(own + "/secret-key", "{}").status, 201);
        const auto activated = client.request("PUT", own + "/activation");
        ASSERT_EQ(activated.status, 204) << activated.body;
    }

    std::vector<std::string> select(const std::string& sql) const {
        return test::Rows{(data_dir() / "callboard.db").string(), postgres_}.select(sql);
    }
    std::size_t count(const std::string& from) const {
        return std::stoul(select("SELECT count(*) FROM " + from).at(0));
    }
    bool is_everything_delivered() const { return count("delivery") == 0; }

    // Every event of a job has arrived at these paths with its committed body.
    void expect_arrived(const std::vector<std::string>& paths) const {
        for (const std::string& row :
             select("SELECT id, payload FROM event WHERE name LIKE 'job.%created'")) {
            const auto blank = row.find(' ');
            for (const std::string& path : paths)
                ASSERT_EQ(receipts.body(path, row.substr(0, blank)), row.substr(blank + 1))
                    << "an event is lost";
        }
        EXPECT_TRUE(receipts.kept_their_bodies());
    }

    test::Receiver receiver;
    Receipts receipts{receiver, kPaths};

  private:
    test::Arguments where() const {
        test::Arguments flags{"--data-dir", data_dir().string()};
        if (postgres_) flags.insert(flags.end(), {"--database", postgres_->url()});
        return flags;
    }

    const test::TemporaryFolder folder_;
    const test::PostgresDatabase* postgres_;
    test::Tenant tenant_;
};

// --- kill -9

class WebhookKill : public testing::TestWithParam<test::Engine> {
  protected:
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    Company company{postgres.get()};
    const test::Arguments flags =
        company.server_flags({"--webhook-concurrency", std::to_string(kConcurrency)});
};

TEST_P(WebhookKill, LosesNoEventAndRepeatsOnlyWhatWasUnderWay) {
    {
        test::ServerProcess server{company.data_dir(), flags};
        for (const std::string& path : kPaths)
            ASSERT_NO_FATAL_FAILURE(company.subscribe(server.port(), path));
    }
    std::mt19937 random{4711};
    const std::size_t deliveries_per_job = 2 * kPaths.size();
    int acknowledged = 0;

    for (int round = 0; round < kills(); ++round) {
        test::ServerProcess server{company.data_dir(), flags};
        const std::size_t before = company.receipts.requests();
        Writers writers{server.port(), company.key(), kJobsPerKill};
        const std::size_t until = before + 1 + random() % (kJobsPerKill * deliveries_per_job);
        ASSERT_TRUE(
            test::eventually([&] { return company.receipts.requests() >= until || writers.wrote_all(); }));
        ASSERT_TRUE(test::eventually(
            [&] { return company.receipts.requests() >= until || company.is_everything_delivered(); }));
        server.kill();
        acknowledged += writers.join();
    }

    // After many kills there is a large backlog.
    test::ServerProcess server{company.data_dir(), flags};
    ASSERT_TRUE(test::eventually([&] { return company.is_everything_delivered(); }, 10min))
        << company.count("delivery") << " deliveries are left";
    EXPECT_GE(company.count("event WHERE name = 'job.created'"), static_cast<std::size_t>(acknowledged));
    company.expect_arrived(kPaths);
    EXPECT_LE(company.receipts.repeats(), static_cast<std::size_t>(kills()) * kMaxRepeats);
}

TEST_P(WebhookKill, GoesOnAtOnceWhereTheSameServerWasKilled) {
    test::Arguments with_long_lease = flags;
    with_long_lease.insert(with_long_lease.end(), {"--webhook-lease", "3600"});
    auto server = std::make_unique<test::ServerProcess>(company.data_dir(), with_long_lease);
    ASSERT_NO_FATAL_FAILURE(company.subscribe(server->port(), "/one"));
    company.receipts.hold();
    create_jobs(server->port(), company.key(), 10);
    ASSERT_TRUE(test::eventually([&] { return company.receipts.requests() >= 1; }));
    server->kill();
    ASSERT_GE(company.count("delivery WHERE leased_until > 0"), 1U);
    company.receipts.release();

    // Otherwise its leases would last an hour.
    server = std::make_unique<test::ServerProcess>(company.data_dir(), with_long_lease);
    EXPECT_TRUE(test::eventually([&] { return company.is_everything_delivered(); }));
    company.expect_arrived({"/one"});
}

RUN_ON_EACH_DATABASE(WebhookKill);

// --- two servers

// A node is stopped during its requests for longer than its lease; another one takes over, and then the first
// one continues and writes outdated results. The clock moves only once, by less than the minute before failed
// deliveries are retried.
TEST(WebhookLease, IsNotWrittenBackByANodeThatLostIt) {
    const test::PostgresDatabase postgres;
    Company company{&postgres};
    const test::Arguments flags =
        company.server_flags({"--sandbox", "--webhook-timeout", "12", "--webhook-lease", "58"});
    test::ServerProcess sleeper{company.data_dir(), flags};
    test::Client{sleeper.port(), {{"X-SmartToken", company.key()}}}.post("/sandbox/clock",
                                                                         R"({"freeze":true})");
    ASSERT_NO_FATAL_FAILURE(company.subscribe(sleeper.port(), "/one"));
    ASSERT_NO_FATAL_FAILURE(company.subscribe(sleeper.port(), "/two"));
    company.receipts.answer("/two", 500);

    company.receipts.hold();
    create_jobs(sleeper.port(), company.key(), 10);
    ASSERT_TRUE(test::eventually([&] {
        return company.receipts.requests_to("/one") >= 1 && company.receipts.requests_to("/two") >= 1;
    }));
    // Not within a transaction, for whose row locks the other node would wait.
    ASSERT_TRUE(test::eventually([&] {
        ::kill(sleeper.pid(), SIGSTOP);
        if (company.count("pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
                          "AND xact_start IS NOT NULL") == 0)
            return true;
        ::kill(sleeper.pid(), SIGCONT);
        return false;
    }));
    company.receipts.release();  // its responses are waiting
    ASSERT_GE(company.count("delivery WHERE leased_until > 0"), 2U);

    test::ServerProcess other{
        company.other_data_dir(),
        flags,
        {"CALLBOARD_SECRETS_KEY_FILE=" + (company.data_dir() / "secrets.key").string()}};
    test::Client{other.port(), {{"X-SmartToken", company.key()}}}.post("/sandbox/clock",
                                                                       R"({"advance":"59s"})");
    create_jobs(other.port(), company.key(), 10);
    const std::string of_failing =
        "delivery WHERE subscription_id = (SELECT id FROM webhook_subscription WHERE callback_url LIKE "
        "'%/two')";
    // Deliveries of healthy receivers are all deleted; those of failing receivers all remain, after one
    // attempt.
    const auto each_was_tried_once = [&](std::size_t events) {
        return company.count("delivery") == events &&
               company.count(of_failing + " AND attempts = 1 AND leased_until = 0") == events;
    };
    EXPECT_TRUE(test::eventually([&] { return each_was_tried_once(40); })) << "nobody took over";

    ::kill(sleeper.pid(), SIGCONT);
    create_jobs(sleeper.port(), company.key(), 10);
    const auto every_call_is_logged = [&] {
        return company.count("callback") == company.receipts.requests();
    };
    EXPECT_TRUE(test::eventually([&] { return each_was_tried_once(60) && every_call_is_logged(); }))
        << company.count("callback") << " calls are logged, " << company.receipts.requests() << " were made";
    EXPECT_GT(company.receipts.repeats(), 0U) << "the node was not asleep within a request";
    company.expect_arrived({"/one", "/two"});
}

// --- a database that restarts

TEST(WebhookDatabase, MayRestartUnderLoad) {
    const test::OwnPostgres own;
    const test::PostgresDatabase postgres;
    Company company{&postgres};
    test::ServerProcess server{company.data_dir(),
                               company.server_flags({"--webhook-concurrency", std::to_string(kConcurrency)})};
    for (const std::string& path : kPaths) ASSERT_NO_FATAL_FAILURE(company.subscribe(server.port(), path));

    constexpr int kRestarts = 3;
    for (int i = 0; i < kRestarts; ++i) {
        const std::size_t before = company.receipts.requests();
        Writers writers{server.port(), company.key(), kJobsPerKill};
        ASSERT_TRUE(test::eventually([&] { return company.receipts.requests() >= before + kJobsPerKill; }));
        own.restart();
        ASSERT_TRUE(test::eventually([&] { return writers.wrote_all(); }));
    }

    ASSERT_TRUE(test::eventually([&] { return company.is_everything_delivered(); }));
    company.expect_arrived(kPaths);
    EXPECT_LE(company.receipts.repeats(), kRestarts * kMaxRepeats);
}

}  // namespace
}  // namespace callboard
