#include "edge/address_limits.h"

#include <algorithm>
#include <string>

#include "base/site.h"

namespace callboard::edge {
namespace {

using throttle::Policy;

throttle::Subject subject_of(const IpAddress& whom, std::string_view more) {
    const auto& bytes = whom.bytes();
    return throttle::Subject::of(std::string{bytes.begin(), bytes.end()}.append(more));
}

int count_in(const throttle::Permit& permit) {
    return permit.rate ? permit.rate->limit - permit.rate->remaining : 0;
}

}  // namespace

IpAddress network_of(const IpAddress& client) {
    return client.is_v4() ? client : client.masked(64);
}

AddressLimits::AddressLimits(throttle::LocalLedger& ledger, const throttle::Limits& limits,
                             const Stopwatch& stopwatch, ThrottleMeter& meter)
    : ledger_(ledger), stopwatch_(stopwatch), meter_(meter) {
    replace(limits);
}

void AddressLimits::replace(const throttle::Limits& limits) {
    ClaimTable claims;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const auto policy = static_cast<Policy>(i);
        claims[i] = {.policy = policy, .limit = limits.of(policy)};
    }
    tables_.push_back(std::make_unique<const ClaimTable>(claims));
    claims_.store(tables_.back().get(), std::memory_order_release);
}

AddressLimits::Wait AddressLimits::ask(Policy policy, const IpAddress& whom, std::string_view more,
                                       throttle::Permit& permit) {
    const ClaimTable& claims = *claims_.load(std::memory_order_acquire);
    const throttle::Claim& claim = claims[static_cast<std::size_t>(policy)];
    if (claim.limit.none()) return std::nullopt;
    ledger_.admit(subject_of(whom, more), {&claim, 1}, stopwatch_.now(), permit);
    meter_.record(permit, 0);
    return permit.refused ? Wait{permit.refused->retry_after} : std::nullopt;
}

AddressLimits::Wait AddressLimits::request(Policy policy, const IpAddress& client) {
    throttle::Permit permit;
    return ask(policy, network_of(client), {}, permit);
}

// Limits all clients of an address together first: client ids can be made up.
AddressLimits::Wait AddressLimits::token_request(std::string_view client_id, const IpAddress& client) {
    throttle::Permit of_all;
    throttle::Permit of_client;
    const IpAddress network = network_of(client);
    if (const Wait wait = ask(Policy::token_endpoint_by_address, network, {}, of_all)) return wait;
    const Wait wait = ask(Policy::token_endpoint, network, client_id, of_client);
    if (wait) of_all.refund();  // refused requests do not count
    return wait;
}

AddressLimits::Wait AddressLimits::failed_authentication(const IpAddress& client) {
    throttle::Permit permit;
    const Wait wait = ask(Policy::failed_authentication, network_of(client), {}, permit);
    permit.charge(1);
    return wait;
}

AddressLimits::Wait AddressLimits::application(std::string_view posting, const IpAddress& client) {
    throttle::Permit of_network;
    throttle::Permit of_all;
    if (const Wait wait = ask(Policy::applying, network_of(client), posting, of_network)) return wait;
    if (posting.empty()) return std::nullopt;
    const Wait wait = ask(Policy::applying_by_posting, IpAddress::v4({}), posting, of_all);
    if (wait) of_network.refund();  // refused requests do not count
    return wait;
}

AddressLimits::Wait AddressLimits::sign_in(std::string_view account, const IpAddress& client,
                                           SignInAttempt& attempt) {
    const IpAddress network = network_of(client);
    Wait wait = ask(Policy::sign_in_by_network, network, {}, attempt.by_network_);
    if (!wait && !client.is_v4()) wait = ask(Policy::sign_in_by_site, site_of(client), {}, attempt.by_site_);
    if (!wait) wait = ask(Policy::sign_in_by_account, network, account, attempt.by_account_);
    if (wait) attempt.refund();  // refused attempts do not count
    attempt.count_ = std::max(count_in(attempt.by_network_), count_in(attempt.by_site_));
    return wait;
}

}  // namespace callboard::edge
