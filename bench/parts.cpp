// Parts of the server that are too small to be measured from outside, each as a request goes through them.
#include <benchmark/benchmark.h>

#include "accounts/credential.h"
#include "edge/authentication.h"
#include "edge/caller_cache.h"
#include "oauth/token.h"

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

// What a bearer token adds to a request whose caller is known: from its headers to the scopes of its user.
void bearer_authentication(benchmark::State& state) {
    IdSource ids;
    const Secret token = oauth::new_access_token(ids.make<TokenId>(kNow));
    const std::string authorization = "Bearer " + std::string{token.reveal()};
    const http::Request request = request_with(authorization);
    edge::CallerCache callers;
    callers.keep(accounts::hash_of(token.reveal()),
                 edge::Caller{.called_with = edge::CredentialKind::access_token,
                              .company = ids.make<CompanyId>(kNow),
                              .user = ids.make<UserId>(kNow),
                              .role = accounts::Role::standard,
                              .scopes = {oauth::Scope::jobs_read, oauth::Scope::users_read},
                              .expires_at = kNow + oauth::kAccessTokenLife},
                 callers.generation());
    for (auto _ : state) {
        const auto credential = edge::presented_credential(request);
        const auto caller = callers.find(credential.hash);
        const bool may = caller && caller->called_with == credential.kind && *caller->expires_at > kNow &&
                         caller->scopes.has_any_of({oauth::Scope::jobs_read, oauth::Scope::jobs_manage});
        if (!may) state.SkipWithError("the caller is not known");
    }
}
BENCHMARK(bearer_authentication);

}  // namespace
}  // namespace callboard

BENCHMARK_MAIN();
