// Parts of the server that are too small to be measured from outside, as used by a request.
#include <chrono>
#include <vector>

#include <benchmark/benchmark.h>

#include "accounts/credential.h"
#include "base/random.h"
#include "edge/authentication.h"
#include "edge/caller_cache.h"
#include "oauth/token.h"
#include "throttle/local_ledger.h"

namespace callboard {
namespace {

constexpr Timestamp kNow{1'800'000'000'000};

http::Request request_with(std::string_view authorization) {
    http::Request request;
    request.headers = {{"Host", "callboard.example"},
                       {"User-Agent", "bench/1.0"},
                       {"Accept", "application/json"},
                       {"Authorization", authorization}};
    return request;
}

// The cost of a bearer token of a known caller: from the headers to the scopes of its user.
void bearer_authentication(benchmark::State& state) {
    IdSource ids;
    const Secret token = oauth::new_access_token(ids.make<TokenId>(kNow));
    const std::string authorization = "Bearer " + std::string{token.reveal()};
    const http::Request request = request_with(authorization);
    edge::CallerCache callers;
    const bool is_kept =
        callers.keep(accounts::hash_of(token.reveal()),
                     edge::Caller{.called_with = edge::CredentialKind::access_token,
                                  .company = ids.make<CompanyId>(kNow),
                                  .user = ids.make<UserId>(kNow),
                                  .role = accounts::Role::standard,
                                  .scopes = {oauth::Scope::jobs_read, oauth::Scope::users_read},
                                  .expires_at = kNow + oauth::kAccessTokenLife},
                     {callers.generation(), 0});
    if (!is_kept) state.SkipWithError("the caller is not kept");
    for (auto _ : state) {
        const auto credential = edge::presented_credential(request, "https://callboard.test");
        const auto caller = callers.find(credential->hash);
        const bool may = caller && caller->called_with == credential->kind && *caller->expires_at > kNow &&
                         caller->scopes.has_any_of({oauth::Scope::jobs_read, oauth::Scope::jobs_manage});
        if (!may) state.SkipWithError("the caller is not known");
    }
}
BENCHMARK(bearer_authentication);

// --- throttling: admit and release

constexpr throttle::Claim kCustomer{.policy = throttle::Policy::customer_api,
                                    .limit = {.requests = 10, .concurrent = 8}};
constexpr std::size_t kUsers = 1'000'000;
const SystemStopwatch kStopwatch;

std::vector<throttle::Subject> subjects(std::size_t count) {
    std::vector<throttle::Subject> made(count);
    for (throttle::Subject& subject : made) fill_random(subject.digest);
    return made;
}

void throttle_hot_user(benchmark::State& state) {
    throttle::LocalLedger ledger{kStopwatch};
    const auto user = subjects(1).front();
    auto now = kStopwatch.now();
    throttle::Permit permit;
    for (auto _ : state) {
        ledger.admit(user, {&kCustomer, 1}, now += std::chrono::milliseconds{101}, permit);
        permit.release();
    }
}
BENCHMARK(throttle_hot_user);

// Each user is prefetched some steps ahead, as authentication does.
void throttle_million_users(benchmark::State& state) {
    throttle::LocalLedger ledger{kStopwatch};
    const auto users = subjects(kUsers);
    auto now = kStopwatch.now();
    throttle::Permit permit;
    for (const auto& user : users) ledger.admit(user, {&kCustomer, 1}, now, permit);
    std::size_t next = 0;
    for (auto _ : state) {
        ledger.prefetch(users[(next + 4) % kUsers], {&kCustomer, 1});
        ledger.admit(users[next], {&kCustomer, 1}, now += std::chrono::nanoseconds{200}, permit);
        permit.release();
        next = (next + 1) % kUsers;
    }
    state.counters["MB"] = static_cast<double>(ledger.bytes()) / 1e6;
}
BENCHMARK(throttle_million_users);

}  // namespace
}  // namespace callboard

BENCHMARK_MAIN();
