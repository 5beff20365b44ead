#include "sso/provider_calls.h"

#include <utility>

namespace callboard::sso {
namespace {

constexpr int kOk = 200;

}  // namespace

webhooks::OutgoingResult call_provider(const Exchange& exchange, webhooks::OutgoingRequest request,
                                       TimeBudget& time) {
    if (time.is_spent())
        return {.failure = webhooks::CallFailure::timed_out,
                .reason = "the provider took too long for all its responses together"};
    request.time_limit = time.for_next_call();
    webhooks::OutgoingResult result = exchange(std::move(request));
    time.spend(result.took);
    return result;
}

std::expected<std::string, std::string> body_of(webhooks::OutgoingResult result) {
    if (result.failure != webhooks::CallFailure::none) return std::unexpected{std::move(result.reason)};
    if (result.status != kOk) return std::unexpected{"it answered " + std::to_string(result.status)};
    if (result.is_cut) return std::unexpected{std::string{"its response is longer than 64 KiB"}};
    return std::move(result.body);
}

}  // namespace callboard::sso
