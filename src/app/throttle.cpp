#include "app/throttle.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "app/base_url.h"
#include "throttle/redis_probe.h"

namespace callboard::app {
namespace {

using throttle::Policy;

constexpr std::chrono::seconds kLongestWaitForRedis{1};  // at start

using Period = decltype(throttle::Limit::period);

throttle::Limit per(std::chrono::seconds period, int requests) {
    return {.requests = static_cast<std::uint16_t>(requests), .period = Period{period}};
}

throttle::Limit bucket(int drained, int burst) {
    return {.drained = static_cast<std::uint32_t>(drained), .bucket = static_cast<std::uint32_t>(burst)};
}

std::uint16_t small(int number) {
    return static_cast<std::uint16_t>(number);
}

// Maps the numbers of the settings to policies.
struct UserLimit {
    int settings::UserLimits::* number;
    void (*apply)(throttle::Limits&, int);
};
using settings::UserLimits;
constexpr std::array kUserLimits{
    UserLimit{&UserLimits::customer_requests,
              [](throttle::Limits& l, int n) { l.of(Policy::customer_api).requests = small(n); }},
    UserLimit{&UserLimits::customer_concurrency,
              [](throttle::Limits& l, int n) { l.of(Policy::customer_api).concurrent = small(n); }},
    UserLimit{&UserLimits::publication_requests,
              [](throttle::Limits& l, int n) { l.of(Policy::publication).requests = small(n); }},
    UserLimit{&UserLimits::candidate_list_concurrency,
              [](throttle::Limits& l, int n) { l.of(Policy::candidate_list).concurrent = small(n); }},
    UserLimit{&UserLimits::scim_requests,
              [](throttle::Limits& l, int n) { l.of(Policy::scim).requests = small(n); }},
    UserLimit{&UserLimits::scim_concurrency,
              [](throttle::Limits& l, int n) { l.of(Policy::scim).concurrent = small(n); }},
    UserLimit{&UserLimits::console_requests,
              [](throttle::Limits& l, int n) { l.of(Policy::console).requests = small(n); }},
    UserLimit{&UserLimits::console_concurrency,
              [](throttle::Limits& l, int n) { l.of(Policy::console).concurrent = small(n); }},
    UserLimit{&UserLimits::analytics_concurrency,
              [](throttle::Limits& l, int n) {
                  l.of(Policy::analytics).concurrent = small(n);
                  l.of(Policy::insights).concurrent = small(n);
              }},
    UserLimit{&UserLimits::analytics_bytes,
              [](throttle::Limits& l, int n) {
                  l.of(Policy::analytics).drained = static_cast<std::uint32_t>(n);
                  l.of(Policy::analytics).bucket = static_cast<std::uint32_t>(n);
              }},
    UserLimit{&UserLimits::reporting_interval,
              [](throttle::Limits& l, int n) {
                  l.of(Policy::report_data) = n > 0 ? per(std::chrono::seconds{n}, 1) : throttle::Limit{};
              }},
};

void apply(throttle::Limits& limits, int UserLimits::* number, int value) {
    std::ranges::find(kUserLimits, number, &UserLimit::number)->apply(limits, value);
}

throttle::Limits standard(const settings::Settings& settings) {
    using std::chrono::minutes;
    using std::chrono::seconds;
    throttle::Limits limits;
    for (const UserLimit& each : kUserLimits) each.apply(limits, settings.user_limits.*each.number);
    limits.of(Policy::token_endpoint) = per(seconds{1}, settings.token_requests);
    limits.of(Policy::token_endpoint_by_address) = per(seconds{1}, settings.token_requests_per_address);
    limits.of(Policy::pages) = per(seconds{1}, settings.page_requests);
    limits.of(Policy::static_files) = per(seconds{1}, settings.static_file_requests);
    limits.of(Policy::postings) = per(seconds{1}, settings.posting_requests);
    limits.of(Policy::probes) = per(seconds{1}, settings.probe_requests);
    // A failure is allowed if one more fits: into a bucket of 2 * rate it does up to a level of 2 * rate - 1.
    if (const int rate = settings.failed_authentications; rate > 0)
        limits.of(Policy::failed_authentication) = bucket(rate, 2 * rate - 1);
    limits.of(Policy::sign_in_by_account) = per(minutes{1}, settings.sign_in_failures);
    limits.of(Policy::sign_in_by_network) = per(minutes{1}, settings.sign_in_failures_per_network);
    limits.of(Policy::sign_in_by_site) = per(minutes{1}, settings.sign_in_failures_per_site);
    limits.of(Policy::applying) = per(minutes{1}, settings.applications_per_address);
    limits.of(Policy::applying_by_posting) = per(minutes{1}, settings.applications_per_posting);
    return limits;
}

std::vector<throttle::Exception> exceptions(const settings::Settings& settings) {
    std::vector<throttle::Exception> made;
    for (const settings::LimitException& each : settings.limit_exceptions) {
        const auto change = [numbers = each.numbers](throttle::Limits& limits) {
            for (const auto& [number, value] : numbers) apply(limits, number, value);
        };
        made.push_back({.company = each.company, .client = each.client, .apply = change});
    }
    return made;
}

throttle::RedisAddress redis_address(const settings::Settings& settings) {
    auto address = throttle::RedisAddress::parse(settings.redis->reveal());
    if (!address)
        throw settings::BadSetting("--redis: must be redis[s]://[[USER]:PASSWORD@]HOST[:PORT][/NUMBER]");
    address->ca_file = settings.redis_ca_file;
    return *address;
}

std::unique_ptr<throttle::SharedLedger> shared(const settings::Settings& settings,
                                               throttle::LocalLedger& local, Store& store) {
    if (!settings.redis) return nullptr;
    const throttle::RedisAddress address = redis_address(settings);
    // A server starts without Redis, but not with one that it can never use.
    const throttle::RedisProbe probe = throttle::probe_redis(address);
    if (probe.is_wrong_mode)
        throw settings::BadSetting("--redis: " + host_and_port(address.server.host, address.server.port) +
                                   ": " + probe.failure);
    const auto notice = [&log = store.log()](bool up, std::string_view why) {
        if (up) return log.write(telemetry::Level::info, "budgets_are_shared", {});
        log.write(telemetry::Level::warn, "budgets_are_not_shared", {{"reason", why}});
    };
    auto ledger = std::make_unique<throttle::SharedLedger>(address, local, store.stopwatch(), notice);
    if (probe.failure.empty()) ledger->wait_until_shared(kLongestWaitForRedis);
    store.metrics().gauge("callboard_throttle_shared",
                          "1 while the budgets of users are shared through Redis.",
                          [&ledger = *ledger] { return ledger.healthy() ? 1.0 : 0.0; });
    store.metrics().gauge("callboard_throttle_made_alone",
                          "Decisions that this server made alone because Redis did not answer.",
                          [&ledger = *ledger] { return static_cast<double>(ledger.local_decisions()); });
    return ledger;
}

}  // namespace

Throttle::Throttle(const settings::Settings& settings, throttle::Rules::Operations operations, Store& store,
                   std::size_t loops)
    : local_(store.stopwatch()),
      rules_(std::move(operations), standard(settings), exceptions(settings)),
      shared_(shared(settings, local_, store)),
      meter_(store.metrics(), loops),
      addresses_(local_, standard(settings), store.stopwatch(), meter_),
      guard_(static_cast<std::uint32_t>(settings.max_requests_in_flight)),
      janitor_(std::chrono::seconds{1}, [this] { local_.forget_idle(); }) {
    store.metrics().gauge("callboard_requests_in_flight", "Requests that are being worked on.",
                          [this] { return static_cast<double>(guard_.in_flight()); });
    store.metrics().gauge("callboard_requests_in_flight_bound",
                          "How many there may be at the moment; 0 is any number.",
                          [this] { return static_cast<double>(guard_.bound()); });
}

void Throttle::reload(const settings::Settings& settings) {
    rules_.replace(standard(settings), exceptions(settings));
    addresses_.replace(standard(settings));
    guard_.set_most(static_cast<std::uint32_t>(settings.max_requests_in_flight));
}

}  // namespace callboard::app
