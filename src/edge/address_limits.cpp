#include "edge/address_limits.h"

#include <string>

namespace callboard::edge {
namespace {

using throttle::Policy;

// One household or one company has a whole /64 of IPv6.
IpAddress network_of(const IpAddress& client) {
    return client.is_v4() ? client : client.masked(64);
}

throttle::Subject subject_of(const IpAddress& client, std::string_view more) {
    const auto bytes = network_of(client).bytes();
    return throttle::Subject::of(std::string{bytes.begin(), bytes.end()}.append(more));
}

}  // namespace

AddressLimits::AddressLimits(throttle::LocalLedger& ledger, const throttle::Limits& limits,
                             const Stopwatch& stopwatch, ThrottleMeter& meter)
    : ledger_(ledger), stopwatch_(stopwatch), meter_(meter) {
    for (std::size_t i = 0; i < claims_.size(); ++i) {
        const auto policy = static_cast<Policy>(i);
        claims_[i] = {.policy = policy, .limit = limits.of(policy)};
    }
}

AddressLimits::Wait AddressLimits::ask(Policy policy, const IpAddress& client, std::string_view more,
                                       throttle::Permit& permit) {
    const throttle::Claim& claim = claims_[static_cast<std::size_t>(policy)];
    if (claim.limit.none()) return std::nullopt;
    ledger_.admit(subject_of(client, more), {&claim, 1}, stopwatch_.now(), permit);
    meter_.record(permit, 0);
    return permit.refused ? Wait{permit.refused->retry_after} : std::nullopt;
}

AddressLimits::Wait AddressLimits::page(const IpAddress& client) {
    throttle::Permit permit;
    return ask(Policy::pages, client, {}, permit);
}

AddressLimits::Wait AddressLimits::token_request(std::string_view client_id, const IpAddress& client) {
    throttle::Permit permit;
    return ask(Policy::token_endpoint, client, client_id, permit);
}

AddressLimits::Wait AddressLimits::failed_authentication(const IpAddress& client) {
    throttle::Permit permit;
    const Wait wait = ask(Policy::failed_authentication, client, {}, permit);
    permit.charge(1);
    return wait;
}

AddressLimits::Wait AddressLimits::sign_in(std::string_view account, const IpAddress& client,
                                           SignInAttempt& attempt) {
    if (const Wait wait = ask(Policy::sign_in_by_network, client, {}, attempt.by_network_)) return wait;
    const Wait wait = ask(Policy::sign_in_by_account, client, account, attempt.by_account_);
    if (wait) attempt.by_network_.refund();  // refused attempts do not count
    return wait;
}

}  // namespace callboard::edge
